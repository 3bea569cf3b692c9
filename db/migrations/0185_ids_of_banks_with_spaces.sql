-- Some banks write spaces into their ids of movements: one at a time, and never at an end.
alter table bank_lines
  drop constraint bank_lines_bank_id_check,
  add constraint bank_lines_bank_id_check
    check (length(bank_id) <= 120 and bank_id ~ '^[\x21-\x7e]+( [\x21-\x7e]+)*$');
