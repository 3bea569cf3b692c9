-- The notice that a mail carries: an attempt that is repeated after a crash adds no second one.
alter table mails add column notification_id bigint constraint mails_once unique;

-- Rows lie in the order of time, so a summary per range of pages finds old ones, and costs a write nothing.
drop index mails_age;
create index mails_age on mails using brin (created_at);
