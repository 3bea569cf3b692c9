/**
 * Complete histories of sales, from the first centavo to the last, written by a loop in PostgreSQL: each is its own
 * transaction, so that every constraint is checked at its commit as it is for the application. The random choices
 * follow from the seed.
 * @param seed from 0 to 1
 */
export function ledgerHistories(seed: number, count: number): string {
  return `do $lives$
declare
  people bigint[] := array(select id from users order by id);
  many integer := cardinality(people);
  listing bigint := (select max(id) from listings);
  version bigint := (select max(id) from listing_versions);
  rules bigint := (select max(id) from rule_versions);
  at timestamptz;
  chance double precision;
  buyer bigint; seller bigint; sale bigint; payment bigint; refund bigint; withdrawal bigint;
  total bigint; back bigint; stays bigint; fee bigint; fund bigint; tariff bigint;
begin
  perform setseed(${seed});
  for life in 1 .. ${count} loop
    begin
      at := market_now();
      chance := random();
      buyer := people[1 + floor(random() * many)::integer];
      seller := people[1 + (array_position(people, buyer) + floor(random() * (many - 1))::integer) % many];
      total := 100 + floor(random() * 50000)::bigint;

      insert into orders (hash, buyer_id, seller_id, listing_id, listing_version_id, rule_version_id, quantity,
          unit_price_cents, total_cents, commission_cents, guarantee_cents, commission_bps, min_commission_cents,
          max_commission_cents, guarantee_bps, delivery_type, promised_hours)
        values (md5(random()::text || life), buyer, seller, listing, version, rules, 1, total, total,
          money.commission_of(total, 990, 50, 50000),
          least(money.share_of(total, 50), money.commission_of(total, 990, 50, 50000)), 990, 50, 50000, 50,
          'automatic', 0)
        returning id into sale;
      insert into payments (order_id, provider, method, amount_cents, reference, expires_at)
        values (sale, 'test', 'pix', total, md5('r' || sale), at) returning id into payment;

      perform transition_order(sale, 0, '{pay}', '{awaiting_payment,paid}', 'system', null, at, null, null, null);
      update payments set state = 'confirmed', received_cents = total, end_to_end_id = md5('e' || sale),
        confirmed_at = at where id = payment;
      insert into settlements (order_id, seller_id, net_cents)
        values (sale, seller, total - money.commission_of(total, 990, 50, 50000));
      perform money.post('capture:order:' || sale, 'capture', sale, payment, '{escrow,psp_cash}', array[sale, 0],
        '{2}', '{1}', array[total]);

      -- A part goes back, or all of it, while it is still in escrow.
      back := case when chance < 0.15 then total when chance < 0.35 then 1 + floor(random() * (total - 1))::bigint
        else 0 end;
      if back = total then
        perform transition_order(sale, 1, '{cancel_sale}', '{paid,cancelled}', 'seller', null, at, null, null, 'other');
        update settlements set state = 'reversed' where order_id = sale;
      else
        perform transition_order(sale, 1, '{deliver_codes}', '{paid,delivered}', 'system', null, at, null, null, null);
      end if;
      if back > 0 then
        insert into refunds (order_id, payment_id, reason, amount_cents)
          values (sale, payment, 'order_cancelled', back) returning id into refund;
        perform money.post('refund:' || refund, 'refund', refund, null, '{escrow,refund_due}', array[sale, refund],
          '{1}', '{2}', array[back]);
        update orders set refunded_cents = back where id = sale;
        stays := total - back;
        update settlements set net_cents = stays - money.commission_of(stays, 990, 50, 50000) where order_id = sale;
        update refunds set state = 'processing' where id = refund;
        update refunds set state = 'completed', completed_at = at where id = refund;
        perform money.post('refund:' || refund || ':paid', 'refund_paid', refund, null, '{psp_cash,refund_due}',
          array[0, refund], '{2}', '{1}', array[back]);
      end if;

      -- What stays is concluded by the fee of what stays, held and freed.
      stays := total - back;
      fee := money.commission_of(stays, 990, 50, 50000);
      fund := least(money.share_of(stays, 50), fee);
      if back < total and stays - fee > 0 and fund > 0 then
        perform transition_order(sale, 2, '{confirm}', '{delivered,completed}', 'buyer', null, at, null, null, null);
        update settlements set state = 'pending_release', net_cents = stays - fee, release_at = at
          where order_id = sale;
        perform money.post('conclude:order:' || sale, 'conclude', sale, null,
          '{commission_revenue,escrow,guarantee_fund,pending_release}', array[0, sale, 0, sale],
          '{2,2,1}', '{4,1,3}', array[stays - fee, fee, fund]);
        update settlements set state = 'released', released_at = at where order_id = sale;
        perform money.post('release:order:' || sale, 'release', sale, null, '{available,pending_release}',
          array[seller, sale], '{2}', '{1}', array[stays - fee]);
      end if;

      -- And its seller takes some of it out.
      if back < total and stays - fee > 600 and random() < 0.5 then
        tariff := case when random() < 0.5 then 250 else 0 end;
        insert into withdrawals (user_id, amount_cents, fee_cents, pix_key_type, pix_key, holder_name)
          values (seller, stays - fee, tariff, 'cpf', '11144477735', 'Ana') returning id into withdrawal;
        perform money.post('withdrawal:' || withdrawal || ':asked', 'withdrawal_asked', withdrawal, null,
          '{available,withdrawal_in_transit}', array[seller, withdrawal], '{1}', '{2}', array[stays - fee]);
        if random() < 0.85 then
          update withdrawals set state = 'approved', decided_at = at,
            decided_by = (select min(u.id) from users u where u.id <> seller) where id = withdrawal;
          update withdrawals set state = 'processing' where id = withdrawal;
          update withdrawals set state = 'paid' where id = withdrawal;
          if tariff > 0 then
            perform money.post('withdrawal:' || withdrawal || ':paid', 'withdrawal_paid', withdrawal, null,
              '{fee_revenue,psp_cash,withdrawal_in_transit}', array[0, 0, withdrawal], '{3,3}', '{2,1}',
              array[stays - fee - tariff, tariff]);
          else
            perform money.post('withdrawal:' || withdrawal || ':paid', 'withdrawal_paid', withdrawal, null,
              '{psp_cash,withdrawal_in_transit}', array[0, withdrawal], '{2}', '{1}', array[stays - fee]);
          end if;
        else
          update withdrawals set state = 'rejected' where id = withdrawal;
          perform money.post('withdrawal:' || withdrawal || ':returned', 'withdrawal_returned', withdrawal, null,
            '{available,withdrawal_in_transit}', array[seller, withdrawal], '{2}', '{1}', array[stays - fee]);
        end if;
      end if;
    exception when deadlock_detected or lock_not_available or check_violation then
      -- Somebody careless was in the way, or spent the balance first: this life has not been.
      if sqlerrm not like '%no_overdraft%' and sqlstate = '23514' then raise; end if;
    end;
    commit;
  end loop;
end $lives$`;
}
