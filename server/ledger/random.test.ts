import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connect } from '#db/connect.ts';
import type { DB } from '#db/schema.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import * as kit from '#test/ledger.ts';
import * as books from '#test/ledger-books.ts';
import { breaks, trialBalance } from './queries.ts';

/**
 * A careless application: many clients that know nothing of state do anything to anything, in any order, with
 * steps left out, twice, turned round, and journals with wrong amounts and wrong payees. PostgreSQL alone decides.
 */
const operations = 13_600;
const clients = 8;
const people = 12;
const seed = Date.now() % 1_000_000;

/** The ways PostgreSQL may say no. Anything else is a fault of the ledger, and fails the test. */
const refusals = new Set([
  'insufficient_balance',
  'wrong_state',
  'PM002', // other content under the same key
  '23514', // a rule, a tie or a check
  '23503', // a row that isn't there
  '23505', // a fact that is unique
  '40001', // an order that moved on
  '40P01', // deadlock: steps were turned round
  '55P03', // waited too long for another client's lock: the machine is busy
  'P0002', // a journal about nothing
  '42501', // what arrived cannot be written twice
]);

let database: TestDatabase;
let app: Kysely<DB>;
const sales: kit.Sale[] = [];
const refunds: { refundId: number; amountCents: number; buyerId: number }[] = [];
const blocks: (kit.Sale & {
  blockId: number;
  from: 'in_escrow' | 'pending_release' | 'released';
  amountCents: number;
})[] = [];
const places = ['pendingCents', 'blockedCents', 'availableCents', 'recoverableCents'] as const;
const withdrawals: kit.Withdrawal[] = [];
const outcomes = new Map<string, number>();
let userIds: number[];

beforeAll(async () => {
  database = await createTestDatabase();
  app = connect(database.appUrl, { max: clients, applicationName: 'test' });
  ({ userIds } = await kit.plantMarket(app, people));
});

afterAll(async () => {
  await app.destroy();
  await database.drop();
});

it(`keeps the books whole through ${operations} careless operations by ${clients} clients (seed ${seed})`, async () => {
  await Promise.all(Array.from({ length: clients }, (_, client) => run(random(seed + client))));

  const rows = await trialBalance(app);
  const sum = (side: 'debitsCents' | 'creditsCents') => rows.reduce((all, row) => all + row[side], 0);
  expect(sum('debitsCents')).toBe(sum('creditsCents'));
  expect(await breaks(app)).toEqual([]);
  expect(rows.find((row) => row.kind === 'psp_cash')!.balanceCents).toBe(await cashByTheCases());
  // The run is worth something only if every fact both happened and was refused many times.
  for (const name of Object.keys(facts)) {
    expect(outcomes.get(`${name} written`), `${name} written, seed ${seed}`).toBeGreaterThan(10);
    if (name !== 'place')
      expect(outcomes.get(`${name} refused`), `${name} refused, seed ${seed}`).toBeGreaterThan(10);
  }
}, 120_000);

type Chance = () => number;

const facts: Record<string, (chance: Chance) => Promise<unknown>> = {
  place: async (chance) => {
    const [buyerId, sellerId] = two(userIds, chance);
    sales.push(await kit.placeSale(app, { buyerId, sellerId, totalCents: upTo(20_000, chance) + 100 }));
  },
  pay: (chance) => carelessly(chance, kit.paying(any(sales, chance), chance() < 0.1 ? 7 : 0)),
  payAgain: async (chance) => {
    const again = await kit.chargeAgain(app, any(sales, chance));
    await carelessly(chance, chance() < 0.2 ? kit.paying(again) : kit.payingInVain(again));
  },
  deliver: (chance) => carelessly(chance, kit.delivering(any(sales, chance))),
  conclude: (chance) => carelessly(chance, kit.concluding(any(sales, chance))),
  release: (chance) =>
    carelessly(chance, kit.releasing(any(sales, chance), 0, chance() < 0.2 ? upTo(900, chance) : 0)),
  payByBalance: async (chance) => {
    const [buyerId, sellerId] = two(userIds, chance);
    const totalCents = upTo(2_000, chance) + 100;
    const sale = await kit.placeSale(app, { buyerId, sellerId, totalCents }, 'balance');
    const availableCents = chance() < 0.5 ? totalCents : 0;
    await carelessly(
      chance,
      kit.payingByBalance(sale, { availableCents, purchaseCreditCents: totalCents - availableCents }),
    );
  },
  refundConcluded: (chance) => {
    const sale = any(sales, chance);
    const amountCents = upTo(sale.totalCents, chance) + 1;
    return returning(
      chance,
      kit.refundingConcluded(sale, amountCents, any(places, chance)),
      sale,
      amountCents,
    );
  },
  undo: (chance) => {
    const sale = any(sales, chance);
    return returning(chance, kit.undoing(sale, any(places, chance)), sale, sale.totalCents);
  },
  advance: (chance) => {
    const sale = any(sales, chance);
    const amountCents = upTo(sale.totalCents, chance) + 1;
    return returning(chance, kit.advancing(sale, amountCents), sale, amountCents);
  },
  block: async (chance) => {
    const sale = any(sales, chance);
    const from = any(['in_escrow', 'pending_release', 'released'] as const, chance);
    const amountCents = from === 'released' ? upTo(Math.floor(sale.totalCents * 0.8), chance) : 0;
    const { blockId } = await carelessly(chance, kit.blocking(sale, from, amountCents));
    blocks.push({ ...sale, blockId, from, amountCents });
  },
  unblock: (chance) => {
    const stopped = any(blocks, chance);
    return carelessly(chance, kit.unblocking(stopped, stopped.from, stopped.amountCents));
  },
  cancel: (chance) => {
    const sale = any(sales, chance);
    return returning(chance, kit.cancelling(sale), sale, sale.totalCents);
  },
  refundPart: (chance) => {
    const sale = any(sales, chance);
    const amountCents = upTo(sale.totalCents, chance) + 1;
    return returning(chance, kit.refundingPart(sale, amountCents), sale, amountCents);
  },
  payRefund: (chance) => carelessly(chance, kit.payingRefund(any(refunds, chance))),
  credit: (chance) => {
    const refund = any(refunds, chance);
    return carelessly(chance, kit.crediting(refund, refund.buyerId));
  },
  ask: async (chance) => {
    const amountCents = upTo(9_000, chance) + 300;
    const asked = { userId: any(userIds, chance), amountCents, feeCents: chance() < 0.5 ? 0 : 250 };
    const debtCents = chance() < 0.2 ? upTo(amountCents, chance) : 0;
    const creditCents = chance() < 0.2 ? upTo(amountCents, chance) : 0;
    const { withdrawalId } = await carelessly(chance, kit.asking({ ...asked, debtCents, creditCents }));
    withdrawals.push({ ...asked, creditCents, withdrawalId });
  },
  payOut: (chance) => carelessly(chance, kit.payingOut(any(withdrawals, chance))),
  reject: (chance) => carelessly(chance, kit.rejecting(any(withdrawals, chance))),
  bounce: (chance) => carelessly(chance, kit.bouncing(any(withdrawals, chance))),
};

async function run(chance: Chance): Promise<void> {
  // The end of a sale is rare by chance alone, since so much can happen to it before.
  const late = [
    'deliver',
    'deliver',
    'conclude',
    'conclude',
    'conclude',
    'release',
    'release',
    'release',
    'payOut',
  ];
  const names = [...Object.keys(facts), ...late];
  for (let n = 0; n < operations / clients; n++) {
    const name = sales.length < 20 ? 'place' : any(names, chance);
    const outcome = await attempt(name, chance).then(() => 'written', refusal);
    outcomes.set(`${name} ${outcome}`, (outcomes.get(`${name} ${outcome}`) ?? 0) + 1);
  }
}

async function attempt(name: string, chance: Chance): Promise<void> {
  await facts[name]!(chance);
}

function refusal(error: { code?: string; message: string }): string {
  if (error.message === nothingYet || refusals.has(error.code ?? '')) return 'refused';
  throw error;
}

async function returning(
  chance: Chance,
  steps: books.Step[],
  { buyerId }: kit.Sale,
  amountCents: number,
): Promise<void> {
  const { refundId } = await carelessly(chance, steps);
  if (refundId > 0) refunds.push({ refundId, amountCents, buyerId });
}

/** Three times in four the steps as they should be; else with one of the mistakes an application can make. */
function carelessly(chance: Chance, steps: books.Step[]): Promise<books.Made> {
  const at = upTo(steps.length, chance);
  const mistakes: (() => books.Step[])[] = [
    () => steps.toSpliced(at, 1),
    () => steps.toSpliced(at, 0, steps[at]!),
    () => steps.toReversed(),
    () => steps.filter(books.isJournal),
    () => steps.map((step) => tampered(step, chance)),
    () => steps.map((step) => tampered(step, chance)),
  ];
  return books.write(app, chance() < 0.75 ? steps : any(mistakes, chance)());
}

/** The same journal with another amount, another's account, or another account. */
function tampered(step: books.Step, chance: Chance): books.Step {
  if (typeof step === 'function') return (made) => tampered(step(made), chance);
  if (!books.isJournal(step)) return step;
  const wrongs = [
    { amountCents: step.legs[0]!.amountCents + (chance() < 0.5 ? 1 : -1) },
    { amountCents: step.legs[0]!.amountCents * 10 },
    { credit: { ...step.legs[0]!.credit, caseId: any(userIds, chance) } },
    { debit: { ...step.legs[0]!.debit, caseId: any(sales, chance).orderId } },
    { credit: { kind: 'available', caseId: any(userIds, chance) } as const },
    { debit: step.legs[0]!.credit, credit: step.legs[0]!.debit },
  ];
  return { ...step, legs: [{ ...step.legs[0]!, ...any(wrongs, chance) }, ...step.legs.slice(1)] };
}

/** What the bank must hold, told by the cases alone and not by the ledger. */
async function cashByTheCases(): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select (
      (select coalesce(sum(received_cents), 0) from payments where method <> 'balance')
      - (select coalesce(sum(amount_cents), 0) from refunds where state = 'completed' and destination = 'original')
      - (select coalesce(sum(amount_cents - fee_cents), 0) from withdrawals where state = 'paid'))::bigint as cents`.execute(
    app,
  );
  return rows[0]!.cents;
}

const nothingYet = 'nothing to do this to yet';

function any<T>(list: readonly T[], chance: Chance): T {
  if (list.length === 0) throw new Error(nothingYet);
  // Mostly the latest, so that one case is worked on from all sides; sometimes an old one.
  const from = chance() < 0.8 && typeof list[0] === 'object' ? Math.max(0, list.length - 40) : 0;
  return list[from + upTo(list.length - from, chance)]!;
}

function two(list: readonly number[], chance: Chance): [number, number] {
  const first = upTo(list.length, chance);
  return [list[first]!, list[(first + 1 + upTo(list.length - 1, chance)) % list.length]!];
}

function upTo(end: number, chance: Chance): number {
  return Math.floor(chance() * end);
}

/** mulberry32: the same seed, the same choices (what the clients meet still depends on their race). */
function random(start: number): Chance {
  let state = start >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
