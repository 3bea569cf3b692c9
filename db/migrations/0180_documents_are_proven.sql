-- A document is what somebody typed until the bank names its owner (product §4.14, ADR 0079). Claims of one document may
-- stand beside each other; its proof belongs to one account.
alter table users
  drop constraint users_cpf_key,
  drop constraint users_cnpj_key,
  -- The CPF or CNPJ that a bank named as the payer of this account's Pix, when it was proven, and by what.
  add column proven_document text constraint users_proven_document_key unique,
  add column document_proven_at timestamptz,
  add column document_proven_by text constraint users_document_proven_by_check check (document_proven_by = 'pix'),
  add constraint document_proof_is_whole check (
    (proven_document is null) = (document_proven_at is null) and (proven_document is null) = (document_proven_by is null)
    and (proven_document is null or identity_verified_at is not null
      and proven_document is not distinct from coalesce(cpf, cnpj)));
create index users_cpf on users (cpf) where cpf is not null;
create index users_cnpj on users (cnpj) where cnpj is not null;

-- Cards and filters show proven documents, not typed ones.
create or replace function seller_figures(seller bigint, out verified boolean, out stars smallint, out score smallint, out ratings integer)
language sql stable as $$
  select u.document_proven_at is not null,
    case when s.score >= 445 then 45 when s.score >= 395 then 40 else 0 end, s.score, coalesce(s.count, 0)
  from public.users u left join lateral (
    select r.count, round((p.prior * p.weight + 100.0 * (r.ones + 2 * r.twos + 3 * r.threes + 4 * r.fours + 5 * r.fives))
      / (p.weight + r.count))::smallint as score
    from public.rating_scores r, lateral (
      select coalesce((v.rules #>> '{reputation,priorHundredths}')::integer, 450) as prior,
        coalesce((v.rules #>> '{reputation,priorWeight}')::integer, 10) as weight
      from public.rule_versions v where v.starts_at <= public.market_now()
      order by v.starts_at desc, v.id desc limit 1) p
    where r.subject = 'seller' and r.subject_id = u.id and r.count > 0) s on true
  where u.id = seller $$;
drop trigger users_verified on users;
create trigger users_verified after update of document_proven_at on users for each row
  when ((old.document_proven_at is null) <> (new.document_proven_at is null)) execute function note_seller_change();

-- The first bank movement that proves the document an account declared: a Pix that the bank says came from it.
create function proving_payment(account bigint) returns bigint language sql stable
set search_path = pg_catalog, pg_temp as $$
  select p.id from public.users u join public.orders o on o.buyer_id = u.id join public.payments p on p.order_id = o.id
  where u.id = account and u.identity_verified_at is not null and p.method = 'pix' and p.provider <> 'manual'
    and p.end_to_end_id is not null and p.confirmed_at is not null and p.payer_document = coalesce(u.cpf, u.cnpj)
  order by p.id limit 1
$$;

-- Nobody's document was proven before.
insert into seller_changes (seller_id) select id from users where identity_verified_at is not null;
