-- Search at a million listings: postings of frequent words in order of their score, counts of what is on sale, and the
-- words people are offered while they type. All of it follows from `listings` and is kept by the one trigger below.

-- «256gb» is «256 GB», «20.000 mAh» is «20000mah», «PS5» is «PlayStation 5»: `search` holds folded words and must be
-- computed again.
drop index listings_search;
alter table listings drop column search;

create or replace function fold_pt(t text) returns text language sql immutable parallel safe strict as $$
  select regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
    regexp_replace(regexp_replace(regexp_replace(
    public.f_unaccent(lower(t)),
    '(\d)\.(\d{3})\y', '\1\2', 'g'),
    '(\d)(gb|tb|mb|mah|hz|mm|cm|kg|ml|w|v|pol)\y', '\1 \2', 'g'),
    '\yps ?([1-5])\y', 'playstation \1', 'g'),
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
-- The filters of a category's own attributes.
create index listings_attributes on listings using gin (attributes jsonb_path_ops) where state = 'published';

-- Each word that some title has. `listings` is counted in batches (`fold_search_changes`).
create table search_terms (
  id integer generated always as identity primary key,
  term text not null unique,
  listings integer not null default 0,
  -- `counted`: rare, found through `listings_search`. `kept`: its postings are whole. The others: on the way there.
  state text not null default 'counted' check (state in ('counted', 'announced', 'filling', 'kept')),
  -- The transaction of the last step, which all that ran beside it must have left behind before the next one.
  since xid8
) with (fillfactor = 80);
create index search_terms_busy on search_terms (id) where since is not null or state = 'announced';
create index search_terms_frequent on search_terms (listings desc);

-- Which listings have a frequent word in their title, best first, with what the first filters ask, so that a walk
-- needs no other table. Rows may be stale for a moment while a word is being filled: readers look at the listing too.
create table search_postings (
  listing_id bigint not null,
  term_id integer not null,
  category_id integer not null,
  price_cents integer not null,
  score bigint not null,
  automatic boolean not null,
  primary key (listing_id, term_id)
);
create index search_postings_best on search_postings (term_id, score desc, listing_id desc)
  include (category_id, price_cents, automatic);

-- How many listings each category has on sale: this plus what `search_changes` still holds.
create table listing_tallies (
  category_id bigint primary key references categories,
  automatic integer not null default 0,
  manual integer not null default 0
) with (fillfactor = 50);

-- What came on sale (+1) and left (-1) since the last folding: rows of one's own, so that nobody waits for anybody.
create table search_changes (
  id bigint generated always as identity primary key,
  change smallint not null check (change in (-1, 1)),
  category_id bigint not null,
  automatic boolean not null,
  title text not null,
  terms text[] not null
);

-- Words and beginnings of titles, as people wrote them, offered while somebody types.
create table suggestions (
  folded text primary key,
  words text not null,
  listings integer not null
);
-- The most frequent of a beginning without reading what else begins so: «ba» has 60,000 rows at a million listings.
create index suggestions_2 on suggestions (left(folded, 2), listings desc, folded);
create index suggestions_3 on suggestions (left(folded, 3), listings desc, folded);
create index suggestions_5 on suggestions (left(folded, 5), listings desc, folded);
create index suggestions_8 on suggestions (left(folded, 8), listings desc, folded);
-- Spelling is mended by single words, a twentieth of the rows.
create index suggestions_trigram on suggestions using gin (folded gin_trgm_ops) where position(' ' in folded) = 0;

-- The lexemes that stand in the title.
create function title_terms(search tsvector) returns text[] language sql immutable parallel safe strict as
  $$ select tsvector_to_array(ts_filter(search, '{a}')) $$;

-- A posting's score: a plan lifts by a quarter a step (§4.5), a word near the title's beginning says what the thing is,
-- and between equals the newer comes first (seconds, in the lower 32 bits).
create function posting_score(exposure smallint, place smallint, at timestamptz) returns bigint language sql stable
parallel safe strict as $$
  select (((100 + 25 * exposure) * case when place = 1 then 10 when place <= 3 then 9 else 7 end)::bigint << 32)
    + date_part('epoch', at)::bigint $$;

create function keep_search() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.state = 'published' then
    delete from public.search_postings where listing_id = old.id;
    insert into public.search_changes (change, category_id, automatic, title, terms) values
      (-1, old.category_id, old.delivery_type = 'automatic', old.title, public.title_terms(old.search));
  end if;
  if new.state = 'published' then
    insert into public.search_postings (listing_id, term_id, category_id, price_cents, score, automatic)
      select new.id, t.id, new.category_id, new.price_cents,
        public.posting_score(new.exposure, w.positions[1], new.published_at), new.delivery_type = 'automatic'
      from unnest(ts_filter(new.search, '{a}')) w join public.search_terms t on t.term = w.lexeme
      where t.state <> 'counted';
    insert into public.search_changes (change, category_id, automatic, title, terms) values
      (1, new.category_id, new.delivery_type = 'automatic', new.title, public.title_terms(new.search));
  end if;
  return null;
end $$;

create trigger listings_search_insert after insert on listings
  for each row when (new.state = 'published') execute function keep_search();
-- Stock, sales and the description are not in the list: a purchase costs search nothing until the last unit is sold.
create trigger listings_search_update after update of state, title, category_id, price_cents, delivery_type, plan,
  published_at on listings
  for each row when ((old.state = 'published' or new.state = 'published') and
    (old.state, old.title, old.category_id, old.price_cents, old.delivery_type, old.plan, old.published_at) is distinct from
    (new.state, new.title, new.category_id, new.price_cents, new.delivery_type, new.plan, new.published_at))
  execute function keep_search();

-- The words and beginnings a title offers: each word with letters, its first two and its first three words. A beginning
-- that ends in a little word («capa para») waits for the next one.
create function title_suggestions(title text) returns setof text language sql immutable parallel safe strict as $$
  with parts as (select array_remove(regexp_split_to_array(lower(title), '[^[:alnum:]]+'), '') as w)
  select distinct said from parts, lateral (
    select word from unnest(w) word where length(word) >= 3 and word !~ '\d'
    union all select w[1] || ' ' || w[2] where w[2] !~ '^(d[aeo]s?|e|o|a|com|sem|para|por|em|n[ao]s?|uma?|ao|à|às|\d{4,})$'
    union all select w[1] || ' ' || w[2] || ' ' || w[3] where w[3] !~ '^(d[aeo]s?|e|o|a|com|sem|para|por|em|n[ao]s?|uma?|ao|à|às|\d{4,})$'
  ) offered (said) where length(said) between 3 and 60 $$;

-- Takes up to `most` changes into the counts; how many it took. Only one works at a time.
create function fold_search_changes(most integer) returns integer language plpgsql as $$
declare so_many integer;
begin
  if not pg_try_advisory_xact_lock(7214013) then return 0; end if;
  with taken as materialized (
    delete from public.search_changes where id in (select id from public.search_changes order by id limit most) returning *),
  tallied as (
    insert into public.listing_tallies as t (category_id, automatic, manual)
    select category_id, coalesce(sum(change) filter (where automatic), 0), coalesce(sum(change) filter (where not automatic), 0)
    from taken group by category_id
    on conflict (category_id) do update set automatic = t.automatic + excluded.automatic, manual = t.manual + excluded.manual),
  counted as (
    insert into public.search_terms as t (term, listings)
    select term, sum(change) from taken, unnest(terms) term group by term having sum(change) <> 0
    on conflict (term) do update set listings = t.listings + excluded.listings),
  offered as (
    insert into public.suggestions as s (folded, words, listings)
    select public.f_unaccent(said), max(said), sum(change) from taken, public.title_suggestions(title) said
    group by 1 having sum(change) <> 0
    on conflict (folded) do update set listings = s.listings + excluded.listings,
      words = case when octet_length(excluded.words) > octet_length(s.words) then excluded.words else s.words end)
  select count(*) into so_many from taken;
  if so_many > 0 then delete from public.suggestions where listings <= 0; end if;
  return so_many;
end $$;
create index suggestions_gone on suggestions (folded) where listings <= 0;

-- One step of giving frequent words their postings; whether there was one. A word is announced first, so that whoever
-- publishes from then on writes its postings; when all who had begun before have ended, the rest is filled in; and
-- when all who ran beside that have ended, what left meanwhile is taken out.
create function keep_frequent_terms(threshold integer) returns boolean language plpgsql as $$
declare
  word public.search_terms;
  settled xid8 := pg_snapshot_xmin(pg_current_snapshot());
begin
  if not pg_try_advisory_xact_lock(7214013) then return false; end if;
  update public.search_terms set state = 'filling', since = pg_current_xact_id() where state = 'announced';
  if found then return true; end if;
  select * into word from public.search_terms where since is not null and since < settled limit 1;
  if found and word.state = 'filling' then
    insert into public.search_postings (listing_id, term_id, category_id, price_cents, score, automatic)
      select l.id, word.id, l.category_id, l.price_cents,
        public.posting_score(l.exposure, w.positions[1], l.published_at), l.delivery_type = 'automatic'
      from public.listings l, unnest(ts_filter(l.search, '{a}')) w
      where l.state = 'published' and l.search @@ (quote_literal(word.term) || ':A')::tsquery and w.lexeme = word.term
      on conflict do nothing;
    update public.search_terms set state = 'kept', since = pg_current_xact_id() where id = word.id;
    return true;
  elsif found then
    delete from public.search_postings p where p.term_id = word.id and not exists (
      select from public.listings l where l.id = p.listing_id and l.state = 'published');
    update public.search_terms set since = null where id = word.id;
    return true;
  end if;
  update public.search_terms set state = 'announced'
    where id in (select id from public.search_terms where listings >= threshold and state = 'counted'
      order by listings desc limit 20);
  if found then return true; end if;
  select * into word from public.search_terms where state = 'kept' and since is null and listings < threshold / 2 limit 1;
  if not found then return false; end if;
  update public.search_terms set state = 'counted' where id = word.id;
  delete from public.search_postings where term_id = word.id;
  return true;
end $$;

-- All of it anew from the listings, for a market that was filled behind the trigger's back. Nobody may write meanwhile.
create function rebuild_search(threshold integer) returns void language plpgsql as $$
begin
  truncate public.search_postings, public.search_terms, public.listing_tallies, public.search_changes, public.suggestions;
  insert into public.search_changes (change, category_id, automatic, title, terms)
    select 1, category_id, delivery_type = 'automatic', title, public.title_terms(search)
    from public.listings where state = 'published';
  perform public.fold_search_changes(2147483647);
  update public.search_terms set state = 'kept' where listings >= threshold;
  insert into public.search_postings (listing_id, term_id, category_id, price_cents, score, automatic)
    select l.id, t.id, l.category_id, l.price_cents,
      public.posting_score(l.exposure, w.positions[1], l.published_at), l.delivery_type = 'automatic'
    from public.listings l, unnest(ts_filter(l.search, '{a}')) w join public.search_terms t on t.term = w.lexeme
    where l.state = 'published' and t.state = 'kept';
end $$;
revoke execute on function rebuild_search(integer) from public;
select rebuild_search(1000);
