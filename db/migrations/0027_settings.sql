-- Settings are changed by people now: each version says why, and continues exactly the one before it.

alter table rule_versions
  add column reason text not null default '' check (length(reason) <= 500),
  -- The version it was made from. Two people who change the same one cannot both succeed.
  add column based_on bigint unique references rule_versions;

-- Versions are in force in the order in which they were written: a later one may wait, but it never begins before
-- what it was made from, or that one would come back and undo it.
create function rule_version_follows() returns trigger language plpgsql as $$
begin
  if new.starts_at < (select starts_at from rule_versions where id = new.based_on) then
    raise exception 'a version cannot begin before the one it was made from'
      using errcode = '23514', constraint = 'rule_version_follows';
  end if;
  return new;
end $$;
create trigger rule_versions_follow before insert on rule_versions for each row
  when (new.based_on is not null) execute function rule_version_follows();
revoke update, delete, truncate on rule_versions from praca_app;

alter table page_texts add column reason text not null default '' check (length(reason) <= 500);
