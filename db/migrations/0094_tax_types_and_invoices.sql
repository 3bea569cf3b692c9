-- LC 214/2025, art. 22: who sells is a person, an MEI or another company; an order keeps which, and the key of its
-- invoice. Nothing is computed from them yet (facts.md §8.5).

-- Of whoever sells with a CNPJ. A CPF is always a person's.
alter table users
  add column mei boolean not null default false,
  add column tax_type text generated always as (
    case when cnpj is not null then case when mei then 'mei' else 'company' end
      when cpf is not null then 'individual' end) stored;

-- Null where the seller had told nobody yet who they are (level N1).
alter table orders add column seller_tax_type text check (seller_tax_type in ('individual', 'mei', 'company'));
alter table orders disable trigger user;
update orders o set seller_tax_type = u.tax_type from users u
  where u.id = o.seller_id and u.identity_verified_at <= o.created_at;
alter table orders enable trigger user;

create or replace function snapshot_parties() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  select terms_version into new.buyer_terms from public.users where id = new.buyer_id;
  select terms_version, tax_type into new.seller_terms, new.seller_tax_type
    from public.users where id = new.seller_id;
  return new;
end $$;
drop trigger orders_keep_parties on orders;
create trigger orders_keep_parties before update of buyer_terms, seller_terms, seller_tax_type on orders for each row
  when ((new.buyer_terms, new.seller_terms, new.seller_tax_type)
    is distinct from (old.buyer_terms, old.seller_terms, old.seller_tax_type))
  execute function keep_parties();

-- The access key of the NF-e of an order (44 places, of which 7 to 20 are the CNPJ, with letters since 2026) or of its
-- NFS-e (50 digits). A wrong one may be put right; what it was stands in the events.
create table order_invoices (
  order_id bigint primary key references orders,
  access_key text not null unique check (access_key ~ '^([0-9]{6}[0-9A-Z]{14}[0-9]{24}|[0-9]{50})$'),
  informed_at timestamptz not null default market_now()
);
revoke delete, truncate on order_invoices from praca_app;
create function guard_order_invoice() returns trigger language plpgsql as $$
begin
  if not exists (select from public.orders where id = new.order_id and paid_at is not null)
    or (tg_op = 'UPDATE' and new.order_id <> old.order_id) then
    raise exception 'order % is no paid one', new.order_id using errcode = '23514', constraint = 'order_invoice_paid';
  end if;
  return new;
end $$;
create trigger order_invoices_guard before insert or update on order_invoices for each row
  execute function guard_order_invoice();
