-- Whether the two sides of a sale look like one person.
create or replace function is_related_sale(about bigint) returns boolean language sql stable
return exists (select from doubtful_sales d where d.order_id = about and d.related);

-- Whether a sale does not count for its seller.
create or replace function is_excluded_sale(about bigint) returns boolean language sql stable
return exists (select from doubtful_sales d where d.order_id = about and d.excluded);
