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

-- An approved withdrawal counts toward the limits of money decisions. One that no person decided (§4.10) is of a seller
-- from silver on, and within a limit of its own.
create or replace function record_withdrawal_decision() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  people record := public.second_person(new.first_by, new.decided_by);
begin
  if new.decided_by is null and not exists (select from public.seller_levels s
    where s.user_id = new.user_id and s.level in ('silver', 'gold', 'diamond') and s.colour is distinct from 'red') then
    raise exception 'withdrawal % needs a person', new.id
      using errcode = '23514', constraint = 'withdrawal_by_rule';
  end if;
  perform public.record_money_decision('withdrawal:' || new.id, 'withdrawal', null, people.decider, people.second,
    new.amount_cents, new.amount_cents, public.beneficiary_keys(array[new.user_id], array[new.pix_key]),
    public.rule_in_force('{withdrawal,supportLimitCents}', 200000),
    public.rule_in_force('{withdrawal,twoPeopleCents}', 500000),
    public.rule_in_force('{withdrawal,automaticCents}', 100000));
  return null;
end $$;
