-- «notebooks», «headsets», «tablets»: the Portuguese stemmer leaves the plural of a loanword (consonant and s) as it
-- is, so it is folded like the native ones. `search` holds folded words and must be computed again.
drop index listings_search;
alter table listings drop column search;

create or replace function fold_pt(t text) returns text language sql immutable parallel safe strict as $$
  select regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
    public.f_unaccent(lower(t)),
    '(\w)oes\y|\y(p|c|alem|capit|catal|escriv|gui)aes\y', '\1\2ao', 'g'),
    '(\w\w)(eis|il)\y', '\1el', 'g'),
    '(infant|juven|perf|barr|fun|fuz|can|sut)is\y', '\1el', 'g'),
    '(\w\w)ais\y', '\1al', 'g'),
    '(\w\w)ois\y', '\1ol', 'g'),
    '(\w)ns\y', '\1m', 'g'),
    '(ae|ao|ai|ei|oi|au|eu)s\y', '\1', 'g'),
    '(\w[bcdfgkmptw])s\y', '\1', 'g') $$;

alter table listings add column search tsvector generated always as (
  setweight(to_tsvector('portuguese'::regconfig, public.fold_pt(title)), 'A') ||
  setweight(to_tsvector('portuguese'::regconfig, public.fold_pt(description)), 'C')) stored;
create index listings_search on listings using gin (search) where state = 'published';
