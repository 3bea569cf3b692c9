-- Which version of the terms each side of an order had accepted (Decreto 7.962/2013, art. 4: the contract is kept and
-- can be had again), and the announcement of texts that change.

-- The version of /termos in force; 1 before the first one is written.
create function terms_in_force() returns integer language sql stable as $$
  select coalesce((select version from public.page_texts
    where slug = 'termos' and starts_at <= public.market_now() order by version desc limit 1), 1) $$;

-- A consent names the version of its text, and that text exists. The date beside it is what people read.
alter table consents
  add column page_slug text generated always as (
    case kind when 'terms' then 'termos' when 'privacy' then 'privacidade' end) stored,
  add column page_version integer;
alter table consents disable trigger user;
update consents c set page_version = coalesce((select max(p.version) from page_texts p where p.slug = c.page_slug
    and to_char(p.starts_at at time zone 'America/Sao_Paulo', 'YYYY-MM-DD') = c.version), 1)
  where page_slug is not null;
alter table consents enable trigger user;
alter table consents
  add constraint consents_name_their_text check ((page_slug is null) = (page_version is null)),
  add constraint consents_page foreign key (page_slug, page_version) references page_texts (slug, version);

-- The newest version a person accepted: of whoever registers, the one in force.
alter table users add column terms_version integer not null default terms_in_force() check (terms_version >= 1);
update users u set terms_version = coalesce(
  (select max(page_version) from consents where user_id = u.id and kind = 'terms' and given), 1);

create function keep_accepted_terms() returns trigger language plpgsql as $$
begin
  update public.users set terms_version = greatest(terms_version, new.page_version), terms_accepted_at = new.at
    where id = new.user_id and terms_version <= new.page_version;
  return new;
end $$;
create trigger consents_keep_terms after insert on consents for each row
  when (new.kind = 'terms' and new.given) execute function keep_accepted_terms();

-- An order takes the versions from its two people. Nobody can say them, nor change them afterwards.
alter table orders
  add column buyer_terms integer not null default 1 check (buyer_terms >= 1),
  add column seller_terms integer not null default 1 check (seller_terms >= 1);
alter table orders alter column buyer_terms drop default, alter column seller_terms drop default;
alter table orders disable trigger user;
update orders o set buyer_terms = b.version, seller_terms = s.version
from (select id, (select coalesce(max(page_version), 1) from consents where user_id = buyer_id and kind = 'terms'
    and at <= created_at) as version from orders) b,
  (select id, (select coalesce(max(page_version), 1) from consents where user_id = seller_id and kind = 'terms'
    and at <= created_at) as version from orders) s
where b.id = o.id and s.id = o.id and (b.version > 1 or s.version > 1);
alter table orders enable trigger user;

create function snapshot_parties() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  select terms_version into new.buyer_terms from public.users where id = new.buyer_id;
  select terms_version into new.seller_terms from public.users where id = new.seller_id;
  return new;
end $$;
create trigger orders_snapshot_parties before insert on orders for each row execute function snapshot_parties();

create function keep_parties() returns trigger language plpgsql as $$
begin
  raise exception 'order % keeps what its parties had accepted', old.id
    using errcode = '23514', constraint = 'order_parties_kept';
end $$;
create trigger orders_keep_parties before update of buyer_terms, seller_terms on orders for each row
  when ((new.buyer_terms, new.seller_terms) is distinct from (old.buyer_terms, old.seller_terms))
  execute function keep_parties();

-- Whom a changed text was told to already, in the order of their ids.
create table page_announcements (
  slug text not null check (slug in ('termos', 'privacidade')),
  version integer not null,
  told_up_to bigint not null default 0,
  done_at timestamptz,
  primary key (slug, version),
  foreign key (slug, version) references page_texts (slug, version)
);
revoke update, delete, truncate on page_announcements from praca_app;
grant update (told_up_to, done_at) on page_announcements to praca_app;
