-- A withdrawal sent later than promised is free (§4.10): before it is sent its fee may be waived, and nothing else
-- about the fee changes.
create or replace function guard_fee() returns trigger language plpgsql as $$
begin
  if new.fee_cents <> 0 or old.state <> all ('{approved,failed}') then
    raise exception 'a fee of withdrawal % is only ever waived before it leaves', old.id
      using errcode = '23514', constraint = 'withdrawal_fee_waived';
  end if;
  return new;
end $$;

-- An approved withdrawal counts toward the limits of money decisions.
create or replace function record_withdrawal_decision() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  people record := public.second_person(new.first_by, new.decided_by);
begin
  perform public.record_money_decision('withdrawal:' || new.id, 'withdrawal', null, people.decider, people.second,
    new.amount_cents, new.amount_cents, public.beneficiary_keys(array[new.user_id], array[new.pix_key]),
    public.rule_in_force('{withdrawal,supportLimitCents}', 200000),
    public.rule_in_force('{withdrawal,twoPeopleCents}', 500000), 0);
  return null;
end $$;
