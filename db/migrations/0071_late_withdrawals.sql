-- A withdrawal that left later than promised costs nothing (product §4.10): before it leaves its fee may fall, to nothing.
create function guard_fee() returns trigger language plpgsql as $$
begin
  if new.fee_cents <> 0 or old.state <> all ('{approved,failed}') then
    raise exception 'a fee of withdrawal % is only ever waived before it leaves', old.id
      using errcode = '23514', constraint = 'withdrawal_fee_waived';
  end if;
  return new;
end $$;
create trigger withdrawals_fee before update of fee_cents on withdrawals for each row
  when (new.fee_cents <> old.fee_cents) execute function guard_fee();
grant update (fee_cents) on withdrawals to praca_app;
