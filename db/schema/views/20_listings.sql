-- Whether an account may have listings on sale.
create or replace function may_sell(seller bigint) returns boolean language sql stable
  return (select state in ('active', 'restricted') from public.users where id = seller);
