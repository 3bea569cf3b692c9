-- In whose name a charge is made out, where the buyer's account has no document of its own.
alter table payments
  add column billing_name text check (length(billing_name) between 3 and 120),
  add column billing_document text check (billing_document ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$'),
  add constraint payments_billing check ((billing_name is null) = (billing_document is null));
grant insert (billing_name, billing_document) on payments to praca_app;
