-- The sizes of what people write and send are settings; these are the bounds they never leave (`hard`, domain/settings/sizes.ts).

alter table listings
  drop constraint listings_title_check,
  add constraint listings_title_check check (length(title) <= 120),
  drop constraint listings_description_check,
  add constraint listings_description_check check (length(description) <= 10000),
  drop constraint listings_price_cents_check,
  add constraint listings_price_cents_check check (price_cents between 100 and 10000000),
  drop constraint listed_is_complete,
  add constraint listed_is_complete check (state not in ('in_triage', 'in_review', 'published', 'paused', 'sold_out') or (
    category_id is not null and length(title) between 3 and 120 and length(description) between 1 and 10000
    and price_cents is not null and delivery_type is not null and promised_hours is not null
    and (delivery_type = 'automatic') = (promised_hours = 0)
    and cardinality(image_ids) between 1 and 20 and ownership_declared));

alter table listing_revisions
  drop constraint listing_revisions_title_check,
  add constraint listing_revisions_title_check check (length(title) between 3 and 120),
  drop constraint listing_revisions_description_check,
  add constraint listing_revisions_description_check check (length(description) between 1 and 10000),
  drop constraint listing_revisions_price_cents_check,
  add constraint listing_revisions_price_cents_check check (price_cents between 100 and 10000000),
  drop constraint listing_revisions_image_ids_check,
  add constraint listing_revisions_image_ids_check check (cardinality(image_ids) between 1 and 20);

alter table orders
  drop constraint orders_unit_price_cents_check,
  add constraint orders_unit_price_cents_check check (unit_price_cents between 100 and 10000000);

alter table questions
  drop constraint questions_text_check,
  add constraint questions_text_check check (length(text) between 1 and 2000),
  drop constraint questions_answer_check,
  add constraint questions_answer_check check (length(answer) between 1 and 4000);

alter table ratings
  drop constraint ratings_text_check,
  add constraint ratings_text_check check (length(text) <= 2000),
  drop constraint ratings_reply_check,
  add constraint ratings_reply_check check (length(reply) between 1 and 2000);

alter table order_messages
  drop constraint order_messages_text_check,
  add constraint order_messages_text_check check (length(text) <= 5000),
  drop constraint order_messages_original_check,
  add constraint order_messages_original_check check (length(original) <= 5000),
  drop constraint order_messages_file_count_check,
  add constraint order_messages_file_count_check check (file_count between 0 and 10);
alter table order_files
  drop constraint order_files_place_check,
  add constraint order_files_place_check check (place between 1 and 10),
  drop constraint order_files_bytes_check,
  add constraint order_files_bytes_check check (bytes between 1 and 20971520);

alter table ticket_messages
  drop constraint ticket_messages_text_check,
  add constraint ticket_messages_text_check check (length(text) <= 8000);
alter table ticket_notes
  drop constraint ticket_notes_text_check,
  add constraint ticket_notes_text_check check (length(text) between 1 and 8000);
alter table ticket_ratings
  drop constraint ticket_ratings_comment_check,
  add constraint ticket_ratings_comment_check check (length(comment) <= 2000);

alter table complaints
  drop constraint complaints_words_check,
  add constraint complaints_words_check check (length(words) between 1 and 8000);
alter table complaint_events
  drop constraint complaint_events_words_check,
  add constraint complaint_events_words_check check (length(words) <= 8000);
alter table complaint_appeals
  drop constraint complaint_appeals_words_check,
  add constraint complaint_appeals_words_check check (length(words) between 1 and 8000);
