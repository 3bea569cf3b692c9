import { createRandom } from '#demo/random.ts';
import type { Random } from '#demo/random.ts';

export const hour = 3_600_000;
export const day = 24 * hour;
/** The history begins at 0; accounts may be older. */
export const historyMs = 120 * day;

/** The ways of fraud of the history (F55). */
export const fraudKinds = [
  'stolen_card',
  'card_testing',
  'triangulation',
  'takeover',
  'fake_seller',
  'self_dealing',
  'refund_abuse',
  'code_resale',
  'mule',
  'throwaway',
] as const;
export type FraudKind = (typeof fraudKinds)[number];

export interface Buyer {
  id: number;
  since: number;
  /** The devices they use, and since when each is known. */
  devices: { key: string; since: number }[];
  networks: string[];
  document: string;
  /** What they usually spend, in cents. */
  usualCents: number;
  /** Part of their purchases that come back. */
  returns: number;
}

export interface Seller {
  id: number;
  since: number;
  devices: string[];
  networks: string[];
  keys: string[];
  document: string;
  /** Part of their sales that end in a complaint. */
  complaints: number;
  /** How likely a purchase is theirs, beside the others. */
  share: number;
  instant: boolean;
  /** Their prices in basis points of the common one. */
  priceBps: number;
}

/** A purchase as it happened, with what only its maker knows: whether it was fraud, and of which kind. */
export interface MadeOrder {
  at: number;
  buyer: Buyer;
  seller: Seller;
  device: { key: string; since: number };
  network: string;
  amountCents: number;
  instant: boolean;
  priceBps: number | null;
  securityChangedAt: number | null;
  declines: number;
  otherPayer: boolean;
  card: string | null;
  refunded: boolean;
  complained: boolean;
  /** When a lost contestation or a report shows the fraud; null when nothing does. */
  knownAt: number | null;
  kind: FraudKind | null;
}

export interface World {
  random: Random;
  buyers: Buyer[];
  sellers: Seller[];
  /** Computers that many people use: lan houses, schools, phones of a family. */
  publicDevices: string[];
  crowdedNetworks: string[];
  nextId: () => number;
}

/** How much a fraudster avoids to leave traces: the share of what is made with fresh devices and networks. */
export type Care = 'careless' | 'usual' | 'careful';

/** One run of one fraudster: some orders of one kind. */
export type Scheme = (world: World, care: Care) => MadeOrder[];

/** A normally distributed number around zero with a spread of one. */
export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
}

/** A price by a log-normal distribution: most are small, few are large. */
export const priceAround = (random: Random, cents: number, spread = 0.7) =>
  Math.max(100, Math.round(cents * Math.exp(spread * normal(random))));

/** People and sellers of a market that grows: half of the people come during the history. */
export function makeWorld(seed: number): World {
  const random = createRandom(seed);
  let id = 0;
  const world: World = {
    random,
    buyers: [],
    sellers: [],
    publicDevices: Array.from({ length: 15 }, (_, n) => `public-${n}`),
    crowdedNetworks: Array.from({ length: 250 }, (_, n) => `crowd-${n}`),
    nextId: () => ++id,
  };
  for (let n = 0; n < 22_000; n++) world.buyers.push(makeBuyer(world));
  for (let n = 0; n < 1_500; n++) world.sellers.push(makeSeller(world));
  return world;
}

function makeBuyer({ random, buyers, publicDevices, crowdedNetworks, nextId }: World): Buyer {
  const id = nextId();
  const since = random.chance(0.5)
    ? -random.int(0, 700) * day
    : random.int(0, 119) * day + random.int(0, 23) * hour;
  const relative = random.chance(0.06) && buyers.length > 0 ? random.pick(buyers) : null;
  const home = relative
    ? relative.networks[0]!
    : random.chance(0.25)
      ? random.pick(crowdedNetworks)
      : `home-${id}`;
  const own = { key: `device-${id}`, since: since - hour };
  const devices = relative && random.chance(0.4) ? [{ key: relative.devices[0]!.key, since }] : [own];
  if (random.chance(0.01)) devices.unshift({ key: random.pick(publicDevices), since });
  return {
    id,
    since,
    devices,
    networks: random.chance(0.5) ? [home, random.pick(crowdedNetworks)] : [home],
    document: `cpf-${id}`,
    usualCents: priceAround(random, 6_000, 0.8),
    returns: random.chance(0.01) ? 0.25 : 0.03,
  };
}

function makeSeller({ random, crowdedNetworks, nextId }: World): Seller {
  const id = nextId();
  return {
    id,
    since: random.chance(0.75) ? -random.int(0, 700) * day : random.int(0, 110) * day,
    devices: [`device-${id}`],
    networks: [random.chance(0.25) ? random.pick(crowdedNetworks) : `home-${id}`],
    keys: [`key-${id}`],
    document: `cpf-${id}`,
    complaints: random.chance(0.06) ? 0.09 : 0.025,
    share: Math.exp(1.3 * normal(random)),
    instant: random.chance(0.5),
    priceBps: Math.max(3_500, Math.round(10_000 * (1 + 0.2 * normal(random)))),
  };
}
