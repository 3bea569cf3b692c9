-- A buyer's rating that says the contrary of a complaint which the seller won leaves the figures (product §4.12); its
-- words stay, and it does not come back.
alter table ratings add column discounted boolean not null default false,
  add constraint ratings_discounted check (not discounted or (author_role = 'buyer' and state = 'published'));
grant update (discounted) on ratings to praca_app;
create trigger ratings_stay_discounted before update of discounted on ratings for each row
  when (old.discounted and not new.discounted) execute function refuse_change();
