-- What a seller has earned (§4.13): the level, and the colour of the last count of their sales. The first paid sale makes
-- the row (`enrol_seller`).
create table seller_levels (
  user_id bigint primary key references users,
  level text not null default 'new'
    constraint seller_levels_level check (level in ('new', 'bronze', 'silver', 'gold', 'diamond')),
  since timestamptz not null default market_now(),
  -- Null with too few sales to tell.
  colour text constraint seller_levels_colour check (colour in ('green', 'yellow', 'orange', 'red')),
  -- Checks in a row that found less than the level needs, and the warning of the first.
  bad_months smallint not null default 0,
  warned_at timestamptz,
  -- Days and months are those of São Paulo: the last day on which the sales were counted, and the first day of the month
  -- of the last check.
  counted_on date not null,
  checked_month date not null,
  -- Staff's interview, which the highest level needs.
  interviewed_at timestamptz,
  interviewed_by bigint references users,
  constraint seller_levels_warned check (bad_months between 0 and 11 and (bad_months = 0) = (warned_at is null)),
  constraint seller_levels_month check (extract(day from checked_month) = 1),
  constraint seller_levels_interview check ((interviewed_at is null) = (interviewed_by is null)
    and interviewed_by <> user_id),
  constraint seller_levels_diamond check (level <> 'diamond' or interviewed_at is not null)
);
create index seller_levels_due on seller_levels (counted_on, user_id);
create constraint trigger seller_levels_by_check after update of level on seller_levels deferrable initially deferred
  for each row when (new.level <> old.level) execute function guard_seller_level();
revoke insert, update, delete on seller_levels from praca_app;
grant select on seller_levels to praca_app;
grant update (level, since, colour, bad_months, warned_at, counted_on, checked_month, interviewed_at, interviewed_by)
  on seller_levels to praca_app;

-- The monthly checks with the sales that they counted, and those they left out by their reason. A seller has one a month,
-- also when the job runs twice.
create table seller_checks (
  user_id bigint not null references seller_levels,
  month date not null constraint seller_checks_month check (extract(day from month) = 1),
  checked_at timestamptz not null default market_now(),
  level_before text not null
    constraint seller_checks_before check (level_before in ('new', 'bronze', 'silver', 'gold', 'diamond')),
  level_after text not null
    constraint seller_checks_after check (level_after in ('new', 'bronze', 'silver', 'gold', 'diamond')),
  outcome text not null
    constraint seller_checks_outcome check (outcome in ('unchanged', 'raised', 'warned', 'lowered')),
  colour text constraint seller_checks_colour check (colour in ('green', 'yellow', 'orange', 'red')),
  sales integer not null,
  window_days smallint not null,
  orders integer not null,
  claims integer not null,
  cancellations integer not null,
  delivered integer not null,
  late integer not null,
  excluded jsonb not null default '{}',
  primary key (user_id, month),
  constraint seller_checks_move check (case outcome
    when 'raised' then seller_rank(level_after) > seller_rank(level_before)
    when 'lowered' then seller_rank(level_after) < seller_rank(level_before)
    else level_after = level_before end),
  constraint seller_checks_green check (outcome <> 'raised' or level_after = 'bronze' or colour is not distinct from 'green'),
  constraint seller_checks_figures check (least(sales, orders, claims, cancellations, late, window_days) >= 0
    and greatest(claims, cancellations, delivered) <= orders and late <= delivered)
);
create trigger seller_checks_sales before insert on seller_checks for each row
  when (new.level_after <> 'new') execute function guard_seller_check();
create trigger seller_checks_append_only before update or delete or truncate on seller_checks
  execute function refuse_change();
revoke insert, update, delete on seller_checks from praca_app;
grant select on seller_checks to praca_app;
grant insert (user_id, month, level_before, level_after, outcome, colour, sales, window_days, orders, claims, cancellations,
  delivered, late, excluded) on seller_checks to praca_app;

-- Sellers of before are counted on the next run, and checked in the month after it.
insert into seller_levels (user_id, counted_on, checked_month)
  select distinct o.seller_id, (market_now() at time zone 'America/Sao_Paulo')::date - 1,
    date_trunc('month', market_now() at time zone 'America/Sao_Paulo')::date
  from orders o where o.paid_at is not null;
create trigger orders_enrol_seller after update of state on orders for each row
  when (old.paid_at is null and new.paid_at is not null) execute function enrol_seller();
create trigger orders_seller_sells before insert on orders for each row execute function refuse_stopped_seller();

-- The seller's level when the order was placed, and the release delay that it gave instead of the general one (§4.3): in
-- days, never beside a delay of the category.
alter table orders
  add column seller_level text not null default 'new',
  add column level_hold_days integer,
  add constraint orders_seller_level check (seller_level in ('new', 'bronze', 'silver', 'gold', 'diamond')) not valid,
  add constraint orders_level_hold check (level_hold_days is null
    or (level_hold_days between 1 and 7 and hold_days is null and seller_level <> 'new')) not valid;
grant insert (seller_level, level_hold_days) on orders to praca_app;

-- A withdrawal of a seller with a level and a low risk is approved by a rule (§4.10).
insert into case_transitions (noun, event, actor, from_state, to_state) values
  ('withdrawal', 'approve_by_rule', 'system', 'requested', 'approved');
