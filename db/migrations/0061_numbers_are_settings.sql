-- Numbers of ours that stood in SQL are settings: here are only the bounds they never leave.

-- How long an order may be rated is told by the rules it was born with; versions older than the rule have its default.
create or replace function open_rating_window() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  rules jsonb := (select r.rules -> 'ratings' from public.rule_versions r where r.id = new.rule_version_id);
  closes timestamptz := new.closed_at
    + coalesce((rules ->> 'windowMs')::bigint, 30 * 86400000::bigint) * interval '1 millisecond';
  asks timestamptz := new.closed_at
    + coalesce((rules ->> 'askAfterMs')::bigint, 86400000::bigint) * interval '1 millisecond';
begin
  insert into public.rating_windows (order_id, buyer_id, seller_id, opened_at, closes_at, due_at, due_event)
    values (new.id, new.buyer_id, new.seller_id, new.closed_at, closes, least(asks, closes), 'ask')
    on conflict do nothing;
  return null;
end $$;

-- The score is made of the counts and the rules in force when it is shown.
alter table rating_scores drop column hundredths;
