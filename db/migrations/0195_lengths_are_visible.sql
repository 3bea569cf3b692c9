-- Lengths count what a person sees (graphemes); a letter may be made of several code points. The wire counts the letters
-- and holds 8 code points for each (`outerBound`, domain/settings/sizes.ts); PostgreSQL holds the same number of code points.

alter table listings
  drop constraint listings_title_check,
  add constraint listings_title_check check (length(title) <= 960),
  drop constraint listings_description_check,
  add constraint listings_description_check check (length(description) <= 80000),
  drop constraint listed_is_complete,
  add constraint listed_is_complete check (state not in ('in_triage', 'in_review', 'published', 'paused', 'sold_out') or (
    category_id is not null and length(title) between 3 and 960 and length(description) between 1 and 80000
    and price_cents is not null and delivery_type is not null and promised_hours is not null
    and (delivery_type = 'automatic') = (promised_hours = 0)
    and cardinality(image_ids) between 1 and 20 and ownership_declared)),
  drop constraint listings_image_alts_size,
  add constraint listings_image_alts_size
    check (cardinality(image_alts) <= 20 and length(array_to_string(image_alts, '')) <= 48000);
alter table listing_revisions
  drop constraint listing_revisions_title_check,
  add constraint listing_revisions_title_check check (length(title) between 3 and 960),
  drop constraint listing_revisions_description_check,
  add constraint listing_revisions_description_check check (length(description) between 1 and 80000);
alter table listing_versions
  drop constraint listing_versions_title_size,
  add constraint listing_versions_title_size check (length(title) <= 960),
  drop constraint listing_versions_description_size,
  add constraint listing_versions_description_size check (length(description) <= 80000);

alter table questions
  drop constraint questions_text_check,
  add constraint questions_text_check check (length(text) between 1 and 16000),
  drop constraint questions_answer_check,
  add constraint questions_answer_check check (length(answer) between 1 and 32000);

alter table ratings
  drop constraint ratings_text_check,
  add constraint ratings_text_check check (length(text) <= 16000),
  drop constraint ratings_reply_check,
  add constraint ratings_reply_check check (length(reply) between 1 and 16000);

alter table order_messages
  drop constraint order_messages_text_check,
  add constraint order_messages_text_check check (length(text) <= 40000),
  drop constraint order_messages_original_check,
  add constraint order_messages_original_check check (length(original) <= 40000);

alter table ticket_messages
  drop constraint ticket_messages_text_check,
  add constraint ticket_messages_text_check check (length(text) <= 64000);
alter table ticket_notes
  drop constraint ticket_notes_text_check,
  add constraint ticket_notes_text_check check (length(text) between 1 and 64000);
alter table ticket_ratings
  drop constraint ticket_ratings_comment_check,
  add constraint ticket_ratings_comment_check check (length(comment) <= 16000);

alter table complaints
  drop constraint complaints_words_check,
  add constraint complaints_words_check check (length(words) between 1 and 64000);
alter table complaint_events
  drop constraint complaint_events_words_check,
  add constraint complaint_events_words_check check (length(words) <= 64000);
alter table complaint_appeals
  drop constraint complaint_appeals_words_check,
  add constraint complaint_appeals_words_check check (length(words) between 1 and 64000);
