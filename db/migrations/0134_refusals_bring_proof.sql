-- P14: a wish to cancel is refused with proof, or not at all; the files come in the transaction that answers.
create function demand_refusal_proof() returns trigger language plpgsql as $$
begin
  if not exists (select from public.delivery_files f
    where f.order_id = new.order_id and f.proves = 'refusal' and f.place is not null) then
    raise exception 'the wish to cancel order % is refused without proof', new.order_id
      using errcode = '23514', constraint = 'refusal_proof';
  end if;
  return null;
end $$;
create constraint trigger cancellation_requests_refusal_proof after update on cancellation_requests
  deferrable initially deferred for each row when (new.state = 'refused' and old.state <> 'refused')
  execute function demand_refusal_proof();
