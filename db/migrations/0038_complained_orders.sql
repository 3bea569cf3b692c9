-- Whether an order was ever complained about is asked at every purchase of a newcomer, and few ever were: without it
-- the planner reads the story of all orders (1 ms of a purchase at 12,000 events, growing with the market).
create index order_events_complained on order_events (order_id) where to_state = 'in_complaint';
