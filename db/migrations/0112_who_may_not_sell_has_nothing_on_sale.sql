-- Nothing of a seller who is suspended, banned or leaving is on sale (product §4.14, §4.17): not when the order that
-- had the last unit ends, nor when stock comes, a review ends or reports are dismissed. It waits, paused.
insert into listing_transitions (event, actor, from_state, to_state) values
  ('hold_back', 'system', 'in_triage', 'paused'),
  ('hold_back', 'system', 'in_review', 'paused'),
  ('hold_back', 'system', 'sold_out', 'paused'),
  ('hold_back', 'system', 'expired', 'paused'),
  ('hold_back', 'system', 'suspended', 'paused');

create function may_sell(seller bigint) returns boolean language sql stable
  return (select state in ('active', 'restricted') from public.users where id = seller);

update listings l set state = 'paused', updated_at = market_now()
from users u where u.id = l.seller_id and l.state = 'published' and u.state not in ('active', 'restricted');

create function guard_seller_may_sell() returns trigger language plpgsql as $$
begin
  if not public.may_sell(new.seller_id) then
    raise exception 'listing % of a seller who may not sell', new.id using errcode = '23514';
  end if;
  return null;
end $$;
create trigger listings_seller after update of state on listings for each row
  when (new.state = 'published' and old.state <> 'published') execute function guard_seller_may_sell();
