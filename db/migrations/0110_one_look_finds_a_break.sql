-- As before, but whether money stands still is asked by whoever may look: one who asked before and then took the row from
-- another's hands found, and told, what that one had just found.
create or replace function money.check_recent() returns setof money.breaks language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  mark money.looked_at;
  broken money.breaks;
  newest bigint;
  whole boolean := true;
begin
  select * into mark from money.looked_at for update skip locked;
  if not found then return; end if;
  if exists (select from money.status where frozen_at is not null) then return; end if;
  select coalesce(max(id), 0) into newest from money.journals;
  for broken in select * from money.breaks_since(mark.before_last) loop
    whole := false;
    update money.status s
      set frozen_at = now(), reason = concat_ws(' ', broken.id, broken.subject, broken.subject_id, broken.fault)
      where s.frozen_at is null;
    return next broken;
  end loop;
  if whole and mark.at < now() - interval '30 seconds' then
    update money.looked_at set before_last = mark.last, last = newest, at = now();
  end if;
end $$;
