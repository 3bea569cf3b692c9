-- Every way to pay of product §4.6; which of them are open is a rule, not a constraint.
alter table payments drop constraint payments_method_check,
  add constraint payments_method_check check (method = any ('{pix,card,boleto,balance,manual}'));
