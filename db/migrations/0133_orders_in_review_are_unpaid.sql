-- P01: an order whose receipt is looked at is not paid yet, and counts among the five.
drop index orders_unpaid;
create index orders_unpaid on orders (buyer_id) where state in ('awaiting_payment', 'payment_in_review');
