import { fraudOf, freshBuyer, left, someTime } from './buyer-frauds.ts';
import { day, hour, priceAround } from './world.ts';
import type { Buyer, Scheme, Seller, World } from './world.ts';

function freshSeller({ nextId }: World, since: number, at: Partial<Seller> = {}): Seller {
  const id = nextId();
  return {
    id,
    since,
    devices: [`device-${id}`],
    networks: [`home-${id}`],
    keys: [`key-${id}`],
    document: `cpf-${id}`,
    complaints: 0,
    share: 0,
    instant: true,
    priceBps: 9_000,
    ...at,
  };
}

/** A person who buys in good faith. */
const victim = ({ random, buyers }: World, at: number): Buyer =>
  random.pick(buyers.filter(({ since }) => since < at));

/** Goods that do not exist, cheap, sold for some days before the first complaint. */
const fakeSeller: Scheme = (world, care) => {
  const { random } = world;
  const start = someTime(random);
  const age = { careless: 3, usual: 9, careful: 40 }[care];
  const seller = freshSeller(world, start - random.int(1, age) * day, {
    priceBps: { careless: 4_500, usual: 5_500, careful: 7_500 }[care],
  });
  return Array.from({ length: random.int(5, 25) }, () => {
    const at = start + Math.floor(random.next() * 3 * day);
    const buyer = victim(world, at);
    return fraudOf(buyer, seller, at, {
      kind: 'fake_seller',
      amountCents: priceAround(random, 15_000, 0.5),
      priceBps: Math.round(seller.priceBps * (0.85 + 0.3 * random.next())),
      complained: random.chance(0.6),
    });
  });
};

/** A seller buys from himself for better figures. */
const selfDealing: Scheme = (world, care) => {
  const { random } = world;
  const start = someTime(random);
  const seller = freshSeller(world, start - random.int(2, 120) * day, { priceBps: 10_000 });
  const shares = left[care];
  const puppets = Array.from({ length: random.int(1, 3) }, () =>
    freshBuyer(world, start - random.int(1, 60) * day, {
      ...(random.chance(shares) && { devices: [{ key: seller.devices[0]!, since: start - day }] }),
      ...(random.chance(shares) && { networks: seller.networks }),
      ...(random.chance(0.2 * shares) && { document: seller.document }),
    }),
  );
  return Array.from({ length: random.int(3, 12) }, () =>
    fraudOf(random.pick(puppets), seller, start + Math.floor(random.next() * 10 * day), {
      kind: 'self_dealing',
      amountCents: priceAround(random, 3_000, 0.5),
    }),
  );
};

/** Codes that were used elsewhere: cheap, and more complaints each day. */
const codeResale: Scheme = (world, care) => {
  const { random } = world;
  const start = someTime(random);
  const seller = freshSeller(world, start - random.int(10, 90) * day, {
    priceBps: { careless: 5_000, usual: 6_000, careful: 7_500 }[care],
  });
  const part = { careless: 0.6, usual: 0.4, careful: 0.2 }[care];
  return Array.from({ length: random.int(10, 30) }, () => {
    const at = start + Math.floor(random.next() * 8 * day);
    return fraudOf(victim(world, at), seller, at, {
      kind: 'code_resale',
      amountCents: priceAround(random, 5_000, 0.5),
      priceBps: Math.round(seller.priceBps * (0.85 + 0.3 * random.next())),
      complained: random.chance(part),
    });
  });
};

/** Money of fraud passes through sales between accounts of one group and is withdrawn. */
const mule: Scheme = (world, care) => {
  const { random } = world;
  const start = someTime(random);
  const ring = freshSeller(world, start - 3 * day);
  const sellers = Array.from({ length: random.int(2, 4) }, () =>
    freshSeller(world, start - random.int(1, care === 'careful' ? 60 : 12) * day, {
      ...(random.chance(left[care]) && { keys: ring.keys }),
      ...(random.chance(left[care]) && { devices: ring.devices }),
    }),
  );
  return Array.from({ length: random.int(5, 16) }, () => {
    const at = start + Math.floor(random.next() * 2 * day);
    const buyer = freshBuyer(world, at - random.int(1, 96) * hour, {
      ...(random.chance(0.5 * left[care]) && { devices: [{ key: ring.devices[0]!, since: start - day }] }),
    });
    return fraudOf(buyer, random.pick(sellers), at, {
      kind: 'mule',
      amountCents: priceAround(random, 40_000, 0.4),
      otherPayer: random.chance(0.5),
    });
  });
};

export const sellerFrauds = {
  fake_seller: fakeSeller,
  self_dealing: selfDealing,
  code_resale: codeResale,
  mule,
};
