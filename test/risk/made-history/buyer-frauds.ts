import type { Random } from '#demo/random.ts';
import { day, historyMs, hour, priceAround } from './world.ts';
import type { Buyer, Care, MadeOrder, Scheme, Seller, World } from './world.ts';

/** How likely a trace is left. */
export const left: Record<Care, number> = { careless: 0.9, usual: 0.65, careful: 0.25 };

export const someTime = (random: Random) => 10 * day + Math.floor(random.next() * (historyMs - 12 * day));

const known = (random: Random, at: number, part: number) =>
  random.chance(part) ? at + random.int(8, 40) * day : null;

/** An account made for fraud. */
export function freshBuyer(
  { random, nextId, crowdedNetworks }: World,
  since: number,
  at: Partial<Buyer> = {},
): Buyer {
  const id = nextId();
  return {
    id,
    since,
    devices: [{ key: `device-${id}`, since }],
    networks: [random.chance(0.5) ? random.pick(crowdedNetworks) : `vpn-${id}`],
    document: `cpf-${id}`,
    usualCents: 8_000,
    returns: 0.02,
    ...at,
  };
}

export function fraudOf(buyer: Buyer, seller: Seller, at: number, more: Partial<MadeOrder>): MadeOrder {
  return {
    at,
    buyer,
    seller,
    device: buyer.devices[0]!,
    network: buyer.networks[0]!,
    amountCents: 5_000,
    instant: seller.instant,
    priceBps: seller.priceBps,
    securityChangedAt: null,
    declines: 0,
    otherPayer: false,
    card: null,
    refunded: false,
    complained: false,
    knownAt: null,
    kind: null,
    ...more,
  };
}

const codeSeller = ({ random, sellers }: World, at: number): Seller =>
  random.pick(sellers.filter(({ instant, since }) => instant && since < at));

/** Cards of strangers buy what is delivered at once, until one is refused. */
const stolenCard: Scheme = (world, care) => {
  const { random } = world;
  const start = someTime(random);
  const gang = freshBuyer(world, start);
  return Array.from({ length: random.int(1, 6) }, (_, n) => {
    const at = start + Math.floor(random.next() * 2 * day);
    const shares = n > 0 && random.chance(left[care]);
    const buyer = freshBuyer(
      world,
      at - random.int(1, care === 'careful' ? 20 * 24 : 40) * hour,
      shares ? { devices: gang.devices, networks: gang.networks } : {},
    );
    return fraudOf(buyer, codeSeller(world, at), at, {
      kind: 'stolen_card',
      amountCents: priceAround(random, 45_000, 0.5),
      declines: random.chance(left[care]) ? random.int(1, 6) : 0,
      otherPayer: random.chance(0.75),
      card: `stolen-${world.nextId()}`,
      knownAt: known(random, at, 0.8),
    });
  });
};

/** Many small purchases find out which cards of a list work. */
const cardTesting: Scheme = (world, care) => {
  const { random } = world;
  const start = someTime(random);
  const buyer = freshBuyer(world, start - random.int(1, 72) * hour);
  return Array.from({ length: random.int(4, 14) }, (_, n) => {
    const at = start + n * random.int(1, 9) * 60_000;
    const other = random.chance(1 - left[care]) ? freshBuyer(world, at - random.int(1, 48) * hour) : buyer;
    return fraudOf(other, codeSeller(world, at), at, {
      kind: 'card_testing',
      amountCents: random.int(100, 2_500),
      declines: Math.min(n + random.int(0, 3), 12),
      otherPayer: random.chance(0.7),
      card: `stolen-${world.nextId()}`,
      knownAt: known(random, at, 0.4),
    });
  });
};

/** Goods are bought with the cards of strangers and sent to the customers of another shop. */
const triangulation: Scheme = (world, care) => {
  const { random } = world;
  const start = someTime(random);
  const shop = freshBuyer(world, start - random.int(5, 60) * day);
  return Array.from({ length: random.int(4, 15) }, () => {
    const at = start + Math.floor(random.next() * 12 * day);
    const other = random.chance(0.5)
      ? freshBuyer(
          world,
          at - random.int(1, 30) * day,
          random.chance(left[care]) ? { devices: shop.devices } : {},
        )
      : shop;
    return fraudOf(other, random.pick(world.sellers.filter(({ since }) => since < at)), at, {
      kind: 'triangulation',
      amountCents: priceAround(random, 22_000, 0.5),
      declines: random.chance(0.6 * left[care]) ? random.int(2, 5) : 0,
      otherPayer: random.chance(0.85),
      card: `stolen-${world.nextId()}`,
      knownAt: known(random, at, 0.8),
    });
  });
};

/** A stranger in an old account: new device, often a new password, and what sells quickly. */
const takeover: Scheme = (world, care) => {
  const { random } = world;
  const at = someTime(random);
  const owner = random.pick(world.buyers.filter(({ since }) => since < at - 60 * day));
  const thief = { key: `device-${world.nextId()}`, since: at - random.int(5, 600) * 60_000 };
  const changed = random.chance(left[care]) ? at - random.int(1, 30) * hour : null;
  return Array.from({ length: random.int(1, 4) }, (_, n) =>
    fraudOf(owner, codeSeller(world, at), at + n * 20 * 60_000, {
      kind: 'takeover',
      device: thief,
      network: `vpn-${thief.key}`,
      amountCents: Math.round(owner.usualCents * (2 + 8 * random.next())),
      securityChangedAt: changed,
      declines: random.chance(0.25) ? random.int(1, 4) : 0,
      otherPayer: random.chance(0.3),
      knownAt: known(random, at, 0.7),
    }),
  );
};

/** Everything is bought, used and sent back. */
const refundAbuse: Scheme = (world, care) => {
  const { random } = world;
  const start = someTime(random) / 3;
  const buyer = freshBuyer(world, start - random.int(10, 200) * day);
  const part = { careless: 0.85, usual: 0.65, careful: 0.45 }[care];
  return Array.from({ length: random.int(8, 20) }, (_, n) => {
    const at = start + n * random.int(1, 4) * day;
    return fraudOf(buyer, random.pick(world.sellers.filter(({ since }) => since < at)), at, {
      kind: 'refund_abuse',
      amountCents: priceAround(random, 12_000),
      refunded: random.chance(part),
    });
  });
};

/** Accounts of an afternoon take a first-purchase advantage each. */
const throwaway: Scheme = (world, care) => {
  const { random } = world;
  const start = someTime(random);
  const maker = freshBuyer(world, start);
  return Array.from({ length: random.int(3, 14) }, (_, n) => {
    const at = start + n * random.int(3, 40) * 60_000;
    const traces = random.chance(left[care]) ? { devices: maker.devices, networks: maker.networks } : {};
    const buyer = freshBuyer(world, at - random.int(2, 600) * 60_000, traces);
    return fraudOf(buyer, codeSeller(world, at), at, {
      kind: 'throwaway',
      amountCents: priceAround(random, 4_000, 0.4),
      otherPayer: random.chance(0.6),
    });
  });
};

export const buyerFrauds = {
  stolen_card: stolenCard,
  card_testing: cardTesting,
  triangulation,
  takeover,
  refund_abuse: refundAbuse,
  throwaway,
};
