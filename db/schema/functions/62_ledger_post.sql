-- Whether the stored journal says exactly this, leg by leg.
create or replace function money.is_replay(fact_key text, paid_by bigint, kinds text[], cases bigint[],
  debited integer[], credited integer[], amounts bigint[]) returns boolean language sql stable as $$
  select j.payment_id is not distinct from paid_by
    and count(*) = cardinality(amounts)
    and bool_and((d.kind, d.case_id, c.kind, c.case_id, t.amount) is not distinct from
      (kinds[debited[t.leg]], cases[debited[t.leg]], kinds[credited[t.leg]], cases[credited[t.leg]], amounts[t.leg]))
  from money.journals j join money.transfers t on t.journal_id = j.id
  join money.accounts d on d.id = t.debit_id join money.accounts c on c.id = t.credit_id
  where j.key = fact_key group by j.id
$$;
revoke execute on function money.is_replay(text, bigint, text[], bigint[], integer[], integer[], bigint[])
  from public;

-- Posts one business fact: true if it was written now, false if exactly this was written before. Accounts come once
-- each, sorted by (kind, case): the one order in which they are locked. Legs name them by their place in that list.
-- Fails with PM001 if money is frozen, with PM002 if the key was used with other content, and with 23514 and the name
-- of the broken rule.
--
-- The settings make its plans independent of statistics, least of all an empty database's: without them a capture
-- took 0.9 ms. JIT is off because before PostgreSQL 18 a disabled path looks expensive enough to be compiled at every
-- call, which took 60 ms. Measured in the server (18.4, two shared cores, 10,000 orders; median and lowest of 9,000):
-- capture 0.44 and 0.41 ms, conclude with its three legs 0.56 and 0.51 ms; `check_case` at commit adds 0.22 and 0.32
-- ms. A quarter of it is `guard_legs`, which reads back what was written.
--
-- The time is read once all accounts are locked, so on each account the numbers, the times and the journal ids rise
-- together: a statement finds its days by bisecting the numbers.
create or replace function money.post(fact_key text, fact_kind text, subject_id bigint, paid_by bigint,
  kinds text[], cases bigint[], debited integer[], credited integer[], amounts bigint[])
returns boolean language plpgsql security definer
set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  rule record;
  about_order bigint;
  about_refund bigint;
  about_withdrawal bigint;
  about_block bigint;
  about_chargeback bigint;
  about_debt_payment bigint;
  new_id bigint;
  shard_at smallint;
  debit bigint;
  credit bigint;
  touches bigint;
  id_at bigint;
  version_at bigint;
  balance_at bigint;
  ids bigint[];
  versions bigint[];
  balances bigint[];
  d integer;
  c integer;
  debit_versions bigint[];
  debit_balances bigint[];
  credit_versions bigint[];
  credit_balances bigint[];
begin
  select k.subject, k.key_form, k.takes_payment, s.frozen_at into rule
    from money.status s left join money.journal_kinds k on k.kind = fact_kind;
  if rule.frozen_at is not null then
    raise exception 'money is frozen' using errcode = 'PM001';
  end if;
  if rule.key_form is null or fact_key is distinct from replace(rule.key_form, '#', subject_id::text)
    or rule.takes_payment <> (paid_by is not null)
    or (cardinality(amounts) > 0 and cardinality(debited) = cardinality(amounts)
      and cardinality(credited) = cardinality(amounts) and cardinality(cases) = cardinality(kinds)) is not true then
    raise exception 'not a journal: % % %', fact_kind, fact_key, subject_id
      using errcode = '23514', constraint = 'journal_form';
  end if;

  -- What the fact is about is locked first, in the one lock order, and must exist.
  if rule.subject = 'order' then
    select o.id into strict about_order from public.orders o where o.id = subject_id for no key update;
  elsif rule.subject = 'refund' then
    select r.order_id into strict about_order from public.refunds r where r.id = subject_id;
    -- Only a refund out of the sale touches what the order row protects.
    if fact_kind = any ('{refund,refund_platform}') then
      perform from public.orders o where o.id = about_order for no key update;
    end if;
    select r.id into about_refund from public.refunds r where r.id = subject_id for no key update;
  elsif rule.subject = 'block' then
    select b.order_id into strict about_order from public.sale_blocks b where b.id = subject_id;
    perform from public.orders o where o.id = about_order for no key update;
    select b.id into about_block from public.sale_blocks b where b.id = subject_id for no key update;
  elsif rule.subject = 'chargeback' then
    select c.order_id into strict about_order from public.chargebacks c where c.id = subject_id;
    perform from public.orders o where o.id = about_order for no key update;
    about_chargeback := subject_id;
  elsif rule.subject = 'debt_payment' then
    select p.id into strict about_debt_payment from public.debt_payments p where p.id = subject_id;
  else
    select w.id into strict about_withdrawal from public.withdrawals w where w.id = subject_id for no key update;
  end if;

  -- A caller that posts the same fact has waited for its subject's lock.
  if exists (select from money.journals j where j.key = fact_key) then
    if money.is_replay(fact_key, paid_by, kinds, cases, debited, credited, amounts) then return false; end if;
    raise exception '% was posted with other content', fact_key using errcode = 'PM002';
  end if;

  -- One write an account, however many legs touch it. The platform's are spread over 16 rows by the subject's id.
  for a in 1 .. cardinality(kinds) loop
    debit := 0;
    credit := 0;
    touches := 0;
    for l in 1 .. cardinality(amounts) loop
      if debited[l] = a then debit := debit + amounts[l]; touches := touches + 1; end if;
      if credited[l] = a then credit := credit + amounts[l]; touches := touches + 1; end if;
    end loop;
    if touches = 0 then
      raise exception 'no leg moves %', kinds[a] using errcode = '23514', constraint = 'journal_form';
    end if;
    shard_at := case cases[a] when 0 then subject_id % 16 else 0 end;
    id_at := null;
    -- A case's account is mostly opened by its first credit; a debt by its first debit.
    if debit > 0 or cases[a] = 0 or kinds[a] = any ('{recoverable,chargeback_debt}') then
      update money.accounts set debits = debits + debit, credits = credits + credit, version = version + touches
        where kind = kinds[a] and case_id = cases[a] and shard = shard_at
        returning id, version - touches, credits - debits - credit + debit into id_at, version_at, balance_at;
    end if;
    if id_at is null then
      insert into money.accounts (kind, case_id, shard, bound, debits, credits, version)
        values (kinds[a], cases[a], shard_at,
          (select k.bound from money.account_kinds k where k.kind = kinds[a]), debit, credit, touches)
        on conflict (kind, case_id, shard) do nothing returning id, 0, 0 into id_at, version_at, balance_at;
    end if;
    if id_at is null then
      update money.accounts set debits = debits + debit, credits = credits + credit, version = version + touches
        where kind = kinds[a] and case_id = cases[a] and shard = shard_at
        returning id, version - touches, credits - debits - credit + debit into strict id_at, version_at, balance_at;
    end if;
    ids[a] := id_at;
    versions[a] := version_at;
    balances[a] := balance_at;
  end loop;

  -- Then the legs, each with the number and the balance it left on both accounts.
  for l in 1 .. cardinality(amounts) loop
    d := debited[l];
    c := credited[l];
    versions[d] := versions[d] + 1;
    balances[d] := balances[d] - amounts[l];
    debit_versions[l] := versions[d];
    debit_balances[l] := balances[d];
    versions[c] := versions[c] + 1;
    balances[c] := balances[c] + amounts[l];
    credit_versions[l] := versions[c];
    credit_balances[l] := balances[c];
  end loop;
  -- All its accounts are held from here to the commit: what the clock says now is later than every line they have.
  insert into money.journals (key, kind, order_id, refund_id, withdrawal_id, block_id, chargeback_id,
      debt_payment_id, payment_id, at)
    select fact_key, fact_kind, about_order, about_refund, about_withdrawal, about_block, about_chargeback,
      about_debt_payment, paid_by,
      clock_timestamp() + c.offset_ms * interval '1 millisecond' from public.clock c
    on conflict (key) do nothing returning id into strict new_id;
  insert into money.transfers (journal_id, leg, debit_id, credit_id, amount, debit_version, debit_balance,
      credit_version, credit_balance)
    select new_id, leg, ids[debited[leg]], ids[credited[leg]], amounts[leg], debit_versions[leg], debit_balances[leg],
      credit_versions[leg], credit_balances[leg]
    from generate_series(1, cardinality(amounts)) leg;
  return true;
end $$;
revoke execute on function money.post(text, text, bigint, bigint, text[], bigint[], integer[], integer[], bigint[])
  from public;
grant execute on function money.post(text, text, bigint, bigint, text[], bigint[], integer[], integer[], bigint[])
  to praca_app;
