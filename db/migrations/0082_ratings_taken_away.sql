-- §4.12: a published rating is removed for a listed reason only, after a report that staff upheld. It leaves the pages
-- and the figures, stays as evidence of its order, and does not come back by itself.
alter table ratings
  add column removed_at timestamptz,
  add column removed_for text check (removed_for in ('offensive', 'personal_data', 'outside_deal', 'spam')),
  add constraint ratings_removed check ((removed_at is null) = (removed_for is null)
    and (removed_at is null or state = 'published'));
grant update (removed_at, removed_for) on ratings to praca_app;
create trigger ratings_stay_removed before update of removed_at, removed_for on ratings for each row
  when (old.removed_at is not null and (new.removed_at, new.removed_for) is distinct from (old.removed_at, old.removed_for))
  execute function refuse_change();

alter table reports drop constraint reports_target_kind_check,
  add constraint reports_target_kind_check check (target_kind in ('listing', 'user', 'question', 'rating'));
