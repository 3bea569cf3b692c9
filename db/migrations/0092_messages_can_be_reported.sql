-- F14: a message of an order's conversation can be reported by the side that got it. One that staff upheld leaves the
-- conversation of both sides and stays as evidence of the order: the message itself never changes.
alter table reports drop constraint reports_target_kind_check,
  add constraint reports_target_kind_check
    check (target_kind in ('listing', 'user', 'question', 'rating', 'message'));

create table order_message_removals (
  message_id bigint primary key references order_messages,
  sender_id bigint not null references users,
  reason text not null check (reason in ('fraud', 'outside_deal', 'offensive', 'personal_data', 'spam', 'other')),
  removed_by bigint not null references users,
  created_at timestamptz not null default market_now()
);
create index order_message_removals_sender on order_message_removals (sender_id, created_at);
create trigger order_message_removals_append_only before update or truncate on order_message_removals
  execute function refuse_change();
revoke update, delete, truncate on order_message_removals from praca_app;

create function guard_order_message_removal() returns trigger language plpgsql as $$
begin
  if not exists (select from public.order_messages m join public.orders o on o.id = m.order_id
    where m.id = new.message_id and m.sender_id = new.sender_id
      and new.removed_by not in (o.buyer_id, o.seller_id)
      and exists (select from public.reports r where r.target_kind = 'message' and r.target_id = m.id
        and r.state = 'upheld' and r.decided_by = new.removed_by)) then
    raise exception 'message % is not for % to remove', new.message_id, new.removed_by
      using errcode = '23514', constraint = 'order_message_upheld';
  end if;
  return new;
end $$;
create trigger order_message_removals_guard before insert on order_message_removals for each row
  execute function guard_order_message_removal();

create or replace function forget_conversation(which bigint) returns void language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from public.orders
    where id = which and closed_at < public.market_now() - interval '5 years') then
    raise exception 'the conversation of order % is still kept', which
      using errcode = '23514', constraint = 'conversation_kept';
  end if;
  delete from public.order_files where order_id = which;
  delete from public.order_message_decisions where message_id in (
    select id from public.order_messages where order_id = which);
  delete from public.order_message_removals where message_id in (
    select id from public.order_messages where order_id = which);
  delete from public.order_messages where order_id = which;
  delete from public.order_conversations where order_id = which;
  delete from public.order_readers where order_id = which;
end $$;
