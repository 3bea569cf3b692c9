-- Whether all that a complaint decided was refunded before its end.
create or replace function complaint_paid_in_full(about public.complaints) returns boolean language sql immutable as $$
  select about.result = 'full' and about.paid_cents > 0 and about.paid_cents = about.refund_cents
$$;
