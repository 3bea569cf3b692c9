-- A receipt that nobody decided in time is `expired` (product §2).
alter table receipts drop constraint receipts_state_check;
alter table receipts disable trigger receipts_state;
update receipts set state = 'expired' where state = 'lapsed';
alter table receipts enable trigger receipts_state;
alter table receipts
  add constraint receipts_state_check check (state in ('sent', 'in_review', 'approved', 'rejected', 'expired'));
update case_transitions set event = 'expire', to_state = 'expired' where noun = 'receipt' and event = 'lapse';

-- Support proposes a refusal as it proposes a line, and an admin carries out either (product §4.15).
alter table receipts
  drop constraint receipt_proposal,
  drop constraint receipt_refusal,
  add constraint receipt_proposal check (state <> 'in_review'
    or (proposed_by is not null and (bank_line_id is null) = (refusal is not null))),
  add constraint receipt_refusal check (case state when 'rejected' then refusal is not null
    when 'in_review' then true else refusal is null end);

-- A receipt does not outlive the review of its order, whoever ended it: other money may have paid it as well.
drop trigger orders_lapse_receipts on orders;
drop function lapse_receipts();
create function expire_receipts() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.receipts set state = 'expired', bank_line_id = null, refusal = null, note = null,
      decided_at = coalesce(new.closed_at, public.market_now())
    where order_id = new.id and state in ('sent', 'in_review');
  return null;
end $$;
create trigger orders_expire_receipts after update of state on orders for each row
  when (old.state = 'payment_in_review' and new.state not in ('payment_in_review', 'awaiting_payment'))
  execute function expire_receipts();
