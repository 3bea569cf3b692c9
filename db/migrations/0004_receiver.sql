-- The holder of the account that receives manual payments is the company. Where only that account had been named, its
-- holder becomes the company; the guard of manual payments relied on it.
insert into rule_versions (rules, starts_at, reason, based_on)
select v.rules || jsonb_build_object('company', coalesce(v.rules -> 'company', '{}') ||
    jsonb_build_object('name', a.holder, 'document', a.document)),
  greatest(v.starts_at, market_now()), 'O titular da conta que recebe passou a ser a empresa.', v.id
from (select * from rule_versions order by id desc limit 1) v,
  jsonb_to_record(v.rules #> '{receipts,account}') a (holder text, document text)
where a.holder is not null and a.document is not null and a.document <> '12.345.678/0001-95'
  and coalesce(v.rules #>> '{company,document}', '12.345.678/0001-95') = '12.345.678/0001-95';
