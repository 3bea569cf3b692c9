import type { Random } from '#demo/random.ts';
import { day, historyMs, hour, priceAround } from './world.ts';
import type { Buyer, MadeOrder, Seller, World } from './world.ts';

/** Honest purchases with the oddities of honest people: gifts, travels, new phones, promotions and returns. */
export function makeGoodOrders(world: World, count: number): MadeOrder[] {
  const { random } = world;
  const orders: MadeOrder[] = [];
  const choose = chooser(world);
  const promotions = new Map<number, { seller: Seller; at: number }>();
  for (const seller of random.sample(world.sellers, 40))
    promotions.set(seller.id, { seller, at: random.int(0, 119) * day });
  const promoted = [...promotions.values()];
  while (orders.length < count) {
    const buyer = random.pick(world.buyers);
    const times = 1 + Math.floor(6 * random.next() ** 3);
    let at =
      Math.max(buyer.since + Math.floor(random.next() ** 2 * 20 * day), 0) + random.int(0, 24 * 60) * 60_000;
    if (buyer.since < 0) at = random.int(0, 119 * 24) * hour;
    for (let n = 0; n < times && orders.length < count; n++) {
      if (at >= historyMs) break;
      const promotion = random.chance(0.02) ? random.pick(promoted) : null;
      const when = promotion
        ? Math.max(promotion.at + random.int(0, 24 * 60) * 60_000, buyer.since + hour)
        : at;
      const seller = promotion?.seller ?? choose(when);
      if (when < historyMs && seller.since < when)
        orders.push(goodOrder(random, world, { buyer, seller, at: when }));
      // One of ten buys again within the hour.
      at += random.chance(0.1) ? random.int(1, 50) * 60_000 : random.int(1, 40) * day;
    }
  }
  return orders;
}

/** Chooses a seller who sells by then, the popular ones more often. */
function chooser({ random, sellers }: World): (at: number) => Seller {
  const sums: number[] = [];
  let sum = 0;
  for (const { share } of sellers) sums.push((sum += share));
  return (at) => {
    for (;;) {
      const wanted = random.next() * sum;
      let low = 0;
      let high = sums.length - 1;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (sums[middle]! < wanted) low = middle + 1;
        else high = middle;
      }
      if (sellers[low]!.since < at) return sellers[low]!;
    }
  };
}

function goodOrder(
  random: Random,
  world: World,
  { buyer, seller, at }: { buyer: Buyer; seller: Seller; at: number },
): MadeOrder {
  const isGift = random.chance(0.03);
  const large = random.chance(0.03) ? 5 : 1;
  const isNewPhone = random.chance(0.02);
  const byCard = random.chance(0.4);
  if (isNewPhone) buyer.devices.unshift({ key: `device-${world.nextId()}`, since: at - 20 * 60_000 });
  const tries = random.next();
  return {
    at,
    buyer,
    seller,
    device: isNewPhone ? buyer.devices[0]! : random.pick(buyer.devices),
    network: random.chance(0.1) ? random.pick(world.crowdedNetworks) : random.pick(buyer.networks),
    amountCents: priceAround(random, buyer.usualCents) * large,
    instant: seller.instant,
    priceBps: random.chance(0.85) ? Math.round(seller.priceBps * (0.8 + 0.4 * random.next())) : null,
    securityChangedAt: random.chance(0.012) ? at - random.int(1, 70) * hour : null,
    declines: byCard ? (tries < 0.01 ? 3 : tries < 0.07 ? 1 : 0) : 0,
    otherPayer: isGift,
    card: byCard ? `card-${buyer.id}` : null,
    refunded: random.chance(buyer.returns),
    complained: random.chance(seller.complaints),
    knownAt: null,
    kind: null,
  };
}
