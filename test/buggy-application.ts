import type { Kysely } from 'kysely';
import type { DB } from '#db/schema.ts';
import * as blocks from './ledger/blocks.ts';
import * as chargebacks from './ledger/chargebacks.ts';
import * as kit from './ledger/setup.ts';
import * as payouts from './ledger/withdrawals.ts';
import * as books from './ledger/steps.ts';

/** A number from 0 to 1 (exclusive), such as `createRandom(seed).next`. */
export type RandomNumber = () => number;

/** The expected refusals of PostgreSQL. Any other error is a defect of the ledger. */
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

const places = ['pendingCents', 'blockedCents', 'availableCents', 'recoverableCents'] as const;

/**
 * Simulates an application with defects: clients ignore all state and write steps in any order, with steps left
 * out, repeated or reversed, and journals with wrong amounts and payees. Only PostgreSQL protects the ledger.
 * @param app the application's connections, one a client
 */
export function buggyApplication(app: Kysely<DB>, userIds: readonly number[]) {
  const sales: kit.Sale[] = [];
  const refunds: { refundId: number; amountCents: number; buyerId: number }[] = [];
  const stopped: (kit.Sale & {
    blockId: number;
    from: 'in_escrow' | 'pending_release' | 'released';
    amountCents: number;
  })[] = [];
  const withdrawals: payouts.Withdrawal[] = [];
  /** How often each fact was written, and refused: `pay written`, `pay refused`. */
  const outcomes = new Map<string, number>();

  const facts: Record<string, (chance: RandomNumber) => Promise<unknown>> = {
    place: async (chance) => {
      const [buyerId, sellerId] = two(userIds, chance);
      sales.push(await kit.placeSale(app, { buyerId, sellerId, totalCents: upTo(20_000, chance) + 100 }));
    },
    pay: (chance) => carelessly(chance, kit.paymentSteps(any(sales, chance), chance() < 0.1 ? 7 : 0)),
    payAgain: async (chance) => {
      const again = await kit.chargeAgain(app, any(sales, chance));
      await carelessly(chance, chance() < 0.2 ? kit.paymentSteps(again) : kit.unexpectedPaymentSteps(again));
    },
    deliver: (chance) => carelessly(chance, kit.deliverySteps(any(sales, chance))),
    conclude: (chance) => carelessly(chance, kit.completionSteps(any(sales, chance))),
    release: (chance) =>
      carelessly(chance, kit.releaseSteps(any(sales, chance), 0, chance() < 0.2 ? upTo(900, chance) : 0)),
    payByBalance: async (chance) => {
      const [buyerId, sellerId] = two(userIds, chance);
      const totalCents = upTo(2_000, chance) + 100;
      const sale = await kit.placeSale(app, { buyerId, sellerId, totalCents }, 'balance');
      const availableCents = chance() < 0.5 ? totalCents : 0;
      await carelessly(
        chance,
        kit.balancePaymentSteps(sale, { availableCents, purchaseCreditCents: totalCents - availableCents }),
      );
    },
    refundConcluded: (chance) => {
      const sale = any(sales, chance);
      const amountCents = upTo(sale.totalCents, chance) + 1;
      return returning(
        chance,
        kit.lateRefundSteps(sale, amountCents, any(places, chance)),
        sale,
        amountCents,
      );
    },
    undo: (chance) => {
      const sale = any(sales, chance);
      return returning(chance, kit.reversalSteps(sale, any(places, chance)), sale, sale.totalCents);
    },
    advance: (chance) => {
      const sale = any(sales, chance);
      const amountCents = upTo(sale.totalCents, chance) + 1;
      return returning(chance, kit.platformRefundSteps(sale, amountCents), sale, amountCents);
    },
    block: async (chance) => {
      const sale = any(sales, chance);
      const from = any(['in_escrow', 'pending_release', 'released'] as const, chance);
      const amountCents = from === 'released' ? upTo(Math.floor(sale.totalCents * 0.8), chance) : 0;
      const { blockId } = await carelessly(chance, blocks.blockSteps(sale, from, amountCents));
      stopped.push({ ...sale, blockId, from, amountCents });
    },
    unblock: (chance) => {
      const sale = any(stopped, chance);
      return carelessly(chance, blocks.unblockSteps(sale, sale.from, sale.amountCents));
    },
    cancel: (chance) => {
      const sale = any(sales, chance);
      return returning(chance, kit.cancellationSteps(sale), sale, sale.totalCents);
    },
    refundPart: (chance) => {
      const sale = any(sales, chance);
      const amountCents = upTo(sale.totalCents, chance) + 1;
      return returning(chance, kit.partialRefundSteps(sale, amountCents), sale, amountCents);
    },
    payRefund: (chance) => carelessly(chance, kit.refundPaidSteps(any(refunds, chance))),
    credit: (chance) => {
      const refund = any(refunds, chance);
      return carelessly(chance, kit.refundCreditSteps(refund, refund.buyerId));
    },
    ask: async (chance) => {
      const amountCents = upTo(9_000, chance) + 300;
      const asked = { userId: any(userIds, chance), amountCents, feeCents: chance() < 0.5 ? 0 : 250 };
      const debtCents = chance() < 0.2 ? upTo(amountCents, chance) : 0;
      const creditCents = chance() < 0.2 ? upTo(amountCents, chance) : 0;
      const { withdrawalId } = await carelessly(
        chance,
        payouts.requestSteps({ ...asked, debtCents, creditCents }),
      );
      withdrawals.push({ ...asked, creditCents, withdrawalId });
    },
    payOut: (chance) => carelessly(chance, payouts.payoutSteps(any(withdrawals, chance))),
    reopen: (chance) => carelessly(chance, payouts.reopenSteps(any(withdrawals, chance))),
    reject: (chance) => carelessly(chance, payouts.rejectionSteps(any(withdrawals, chance))),
    bounce: (chance) => carelessly(chance, payouts.returnedPayoutSteps(any(withdrawals, chance))),
    // One person alone is contested, so that the others may go on to spend.
    takeAgain: (chance) =>
      carelessly(chance, chargebacks.secondChargebackSteps(contestedBy(userIds[0]!, chance), 2)),
    winTaken: (chance) => {
      const sale = contestedBy(userIds[0]!, chance);
      return carelessly(chance, chargebacks.chargebackReturnSteps(sale, { amountCents: 1, owedCents: 1 }));
    },
    payDebt: (chance) => {
      const [creditCents, availableCents] = chance() < 0.5 ? [1, 0] : [0, 1];
      return carelessly(chance, chargebacks.debtPaymentSteps(userIds[0]!, { creditCents, availableCents }));
    },
  };

  const contestedBy = (buyerId: number, chance: RandomNumber) =>
    any(
      sales.filter((sale) => sale.buyerId === buyerId),
      chance,
    );

  /** One client's share: so many operations, or as long as it may go on. */
  async function run(chance: RandomNumber, goOn: (done: number) => boolean): Promise<void> {
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
    for (let n = 0; goOn(n); n++) {
      const name = sales.length < 20 ? 'place' : any(names, chance);
      const outcome = await attempt(name, chance).then(() => 'written', refusal);
      outcomes.set(`${name} ${outcome}`, (outcomes.get(`${name} ${outcome}`) ?? 0) + 1);
    }
  }

  async function attempt(name: string, chance: RandomNumber): Promise<void> {
    await facts[name]!(chance);
  }

  async function returning(
    chance: RandomNumber,
    steps: books.Step[],
    { buyerId }: kit.Sale,
    amountCents: number,
  ): Promise<void> {
    const { refundId } = await carelessly(chance, steps);
    if (refundId > 0) refunds.push({ refundId, amountCents, buyerId });
  }

  /** Three times in four the steps as they should be; else with one of the mistakes an application can make. */
  function carelessly(chance: RandomNumber, steps: books.Step[]): Promise<books.CreatedIds> {
    const at = upTo(steps.length, chance);
    const mistakes: (() => books.Step[])[] = [
      () => steps.toSpliced(at, 1),
      () => steps.toSpliced(at, 0, steps[at]!),
      () => steps.toReversed(),
      () => steps.filter(books.isJournal),
      () => steps.map((step) => tampered(step, chance)),
      () => steps.map((step) => tampered(step, chance)),
    ];
    return books.writeSteps(app, chance() < 0.75 ? steps : any(mistakes, chance)());
  }

  /** The same journal with another amount, another's account, or another account. */
  function tampered(step: books.Step, chance: RandomNumber): books.Step {
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

  return { run, outcomes, names: Object.keys(facts) };
}

const nothingYet = 'nothing to do this to yet';

function refusal(error: { code?: string; message: string }): string {
  if (error.message === nothingYet || refusals.has(error.code ?? '')) return 'refused';
  throw error;
}

function any<T>(list: readonly T[], chance: RandomNumber): T {
  if (list.length === 0) throw new Error(nothingYet);
  // Mostly the latest, so that one case is worked on from all sides; sometimes an old one.
  const from = chance() < 0.8 && typeof list[0] === 'object' ? Math.max(0, list.length - 40) : 0;
  return list[from + upTo(list.length - from, chance)]!;
}

function two(list: readonly number[], chance: RandomNumber): [number, number] {
  const first = upTo(list.length, chance);
  return [list[first]!, list[(first + 1 + upTo(list.length - 1, chance)) % list.length]!];
}

function upTo(end: number, chance: RandomNumber): number {
  return Math.floor(chance() * end);
}
