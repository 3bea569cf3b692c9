-- A line of the bank's statement that no receipt took is matched with its order by people (product §4.7): the money of
-- a purchase by hand that came after the order's end, or twice, opens it again (P07) or goes back.

create table line_matches (
  id bigint generated always as identity primary key,
  -- A line is one movement, of one order; until it is decided the order may be another.
  bank_line_id bigint not null constraint line_matches_line unique references bank_lines,
  order_id bigint not null references orders,
  -- The rule of its day, so that the row itself can be held to it.
  needs_two boolean not null,
  proposed_by bigint references users,
  proposed_at timestamptz,
  decided_by bigint references users,
  decided_at timestamptz,
  constraint line_match_by check (coalesce(proposed_by, decided_by) is not null
    and (proposed_by is null) = (proposed_at is null) and (decided_by is null) = (decided_at is null)),
  constraint line_match_four_eyes check (decided_by is null or not needs_two
    or (proposed_by is not null and proposed_by <> decided_by))
);
create index line_matches_order on line_matches (order_id);
revoke insert, update, delete, truncate on line_matches from praca_app;
grant insert (bank_line_id, order_id, needs_two, proposed_by, proposed_at, decided_by, decided_at),
  update (order_id, needs_two, proposed_by, proposed_at, decided_by, decided_at) on line_matches to praca_app;
create trigger line_matches_decided before update on line_matches for each row
  when (old.decided_at is not null) execute function refuse_change();
create trigger line_matches_stay before delete or truncate on line_matches execute function refuse_change();

-- A payment by hand is confirmed by an approved receipt and its line, or by a line that was matched with its order, and
-- by nothing else.
create or replace function require_bank_line() returns trigger language plpgsql as $$
begin
  if not exists (select from public.receipts r join public.bank_lines l on l.id = r.bank_line_id
      where r.payment_id = new.id and r.state = 'approved' and l.bank_id = new.end_to_end_id
        and l.amount_cents = new.received_cents)
    and not exists (select from public.line_matches m join public.bank_lines l on l.id = m.bank_line_id
      where m.order_id = new.order_id and m.decided_at is not null and l.bank_id = new.end_to_end_id
        and l.amount_cents = new.received_cents) then
    raise exception 'payment % has no approved line of the statement', new.id
      using errcode = '23514', constraint = 'manual_payment_line';
  end if;
  return new;
end $$;
