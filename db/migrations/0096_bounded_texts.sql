-- What people write beside their texts has an end in the database too (security.md T102): a category asks for at most
-- 80 things on its way up, each of 40 letters and 200 of answer.
alter table listings
  add constraint listings_attributes_size check (length(attributes::text) <= 40000),
  add constraint listings_image_alts_size check (cardinality(image_alts) <= 20 and length(array_to_string(image_alts, '')) <= 6000),
  add constraint listings_review_note_size check (length(review_note) <= 1000);
alter table listing_revisions
  add constraint listing_revisions_attributes_size check (length(attributes::text) <= 40000),
  add constraint listing_revisions_note_size check (length(note) <= 1000);
alter table listing_versions
  add constraint listing_versions_attributes_size check (length(attributes::text) <= 40000),
  add constraint listing_versions_title_size check (length(title) <= 120),
  add constraint listing_versions_description_size check (length(description) <= 10000);
alter table users
  add constraint users_city_size check (length(city) <= 80),
  add constraint users_preferences_size check (length(preferences::text) <= 1000);
