-- A refund that somebody sent by hand has left: it can't become balance as well.
alter table refunds add constraint refund_by_hand_left
  check (hand_end_to_end_id is null or destination = 'original') not valid;
