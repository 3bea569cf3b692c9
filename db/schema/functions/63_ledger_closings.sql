-- Everything that a journal says. Closed days are verified with it, so its form never changes.
create or replace function money.journal_text(number bigint) returns text language sql stable
set search_path = pg_catalog, public, pg_temp as $$
  select concat_ws('|', j.id, j.key, j.kind, 'order=' || j.order_id, 'refund=' || j.refund_id,
    'withdrawal=' || j.withdrawal_id, 'payment=' || j.payment_id, 'block=' || j.block_id,
    'chargeback=' || j.chargeback_id, 'debt_payment=' || j.debt_payment_id,
    to_char(j.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), (
      select string_agg(concat_ws(':', t.leg, t.debit_id, t.credit_id, t.amount, t.debit_version, t.debit_balance,
        t.credit_version, t.credit_balance), ',' order by t.leg)
      from money.transfers t where t.journal_id = j.id))
  from money.journals j where j.id = number
$$;

-- The salt of one journal, which may be given to those whom it concerns.
create or replace function money.journal_salt(closing_salt bytea, number bigint) returns bytea language sql immutable
set search_path = pg_catalog, public, pg_temp as $$
  select sha256(closing_salt || int8send(number))
$$;

create or replace function money.journal_hash(number bigint, closing_salt bytea) returns bytea language sql stable
set search_path = pg_catalog, public, pg_temp as $$
  select sha256(convert_to(money.journal_text(number), 'UTF8') || money.journal_salt(closing_salt, number))
$$;

-- The root of a closing: SHA-256 of the former root and the day, then of each result and the next journal's hash.
create or replace function money.closing_root(closing integer, out journals integer, out root bytea)
language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  next_hash bytea;
begin
  journals := 0;
  select sha256(coalesce(former.root, '\x'::bytea) || convert_to(c.day::text, 'UTF8')) into root
    from money.closings c left join money.closings former on former.n = c.n - 1 where c.n = closing;
  for next_hash in
    select money.journal_hash(j.id, c.salt) from money.closings c
    join money.journals j on j.id between c.first_id and c.last_id where c.n = closing order by j.id
  loop
    journals := journals + 1;
    root := sha256(root || next_hash);
  end loop;
end $$;

-- Closes the days that are over, if that was not done. Fails with 55P03 when a writer keeps the journals for a second.
create or replace function money.close_days() returns boolean language plpgsql security definer
set search_path = pg_catalog, public, pg_temp set lock_timeout = '1s' as $$
declare
  over date := (public.market_now() at time zone 'America/Sao_Paulo')::date - 1;
  former record;
  last bigint;
begin
  if not pg_try_advisory_xact_lock(7214085) then return false; end if;
  select c.n, c.day, c.last_id into former from money.closings c order by c.n desc limit 1;
  if former.day >= over then return false; end if;
  -- A journal has its number before it is committed: without the lock a lower one could follow.
  lock table money.journals in share mode;
  select coalesce(max(id), 0) into last from money.journals;
  insert into money.closings (n, day, first_id, last_id, salt, closed_at)
  values (coalesce(former.n, 0) + 1, over, coalesce(former.last_id, 0) + 1, last,
    sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), public.market_now());
  return true;
end $$;
revoke execute on function money.close_days() from public;
grant execute on function money.close_days() to praca_app;

-- Computes the root of the oldest closing without one. Returns whether there was one.
create or replace function money.root_closing() returns boolean language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  oldest integer;
  result record;
begin
  select c.n into oldest from money.closings c where c.root is null order by c.n limit 1 for update skip locked;
  if oldest is null then return false; end if;
  result := money.closing_root(oldest);
  update money.closings set journals = result.journals, root = result.root where n = oldest;
  return true;
end $$;
revoke execute on function money.root_closing() from public;
grant execute on function money.root_closing() to praca_app;
