import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { DB } from '#db/schema.ts';
import type { PaymentProvider, ProviderEvent } from './payment-provider.ts';
import { boletoPage } from './simulator-boleto-page.ts';
import { simulatorCardFields } from './simulator-card-fields.ts';
import {
  endReview,
  findCharge,
  openBoleto,
  openCardCharge,
  openPixCharge,
  receive,
} from './simulator-charges.ts';
import type { PretendPayment } from './simulator-charges.ts';
import { signNotice, verifyNotice } from './simulator-signature.ts';
import {
  contestCharge,
  findPayout,
  listContested,
  listMovements,
  payOut,
  refundReceipt,
  returnPayout,
} from './simulator-transfers.ts';

/**
 * A pretend bank that ships with the product and keeps its books in the schema `simulator`. Failure is reachable by
 * amounts of whole hundreds of reais and some cents (R$ 100,91; R$ 2.300,91), rare enough to be met by nobody else:
 *
 * | what   | cents   | then |
 * |--------|---------|------|
 * | charge | ,91     | the bank is away the first time, then opens it |
 * | charge | ,92     | the bank is always away |
 * | charge | ,93     | opened and payable, but no notice is ever sent: only reconciliation finds the money |
 * | refund | ,03     | fails once, the next attempt arrives |
 * | refund | ,04     | always fails |
 * | refund | ,05     | stays in process when first asked, is done when asked again |
 * | payout | ,01     | fails once, the next attempt arrives |
 * | payout | ,02     | always fails |
 * | payout | ,05     | stays in process when first asked, is done when asked again |
 * | payout | ,06     | is done, and comes back half a day later; no notice is sent, only asking finds it |
 *
 * A Pix key of a CPF beginning with `0000` belongs to somebody else, and of a random key the bank tells nothing.
 * Cards are approved except for the test numbers of `simulator-card-fields.ts`: 4000 0000 0000 0002 has no funds,
 * …0127 a wrong code, …0069 asks to call the bank, …9995 is a risk, …3063 is examined until somebody decides at /dev.
 */
export interface PaymentSimulator extends PaymentProvider {
  /**
   * A person pays the charge with a banking app: the money arrives and the bank sends `copies` of its notice.
   * @returns the bank's id of the movement, or null when there is no such charge
   */
  payCharge(reference: string, how?: PretendPayment): Promise<string | null>;
  /** The bank ends its examination of a card and tells us. @returns whether there was one */
  decideCard(reference: string, outcome: 'approved' | 'declined'): Promise<boolean>;
  /** The bank returns a payout that it had done, and tells us. @returns whether there was one */
  returnPayout(reference: string): Promise<boolean>;
  /**
   * The payer contests a paid charge at their bank, which looks, keeps it or takes it back, and tells us `copies` times.
   * @returns whether that is new
   */
  contestCharge(reference: string, how: PretendContestation): Promise<boolean>;
  /** The boleto as a page to print; null when there is none. */
  boletoPage(reference: string): Promise<string | null>;
}

export interface PretendContestation {
  /** `won`: it had been lost, and the bank gives it back. */
  to: 'open' | 'kept' | 'lost' | 'won';
  /** Other than all that was not refunded through the bank, up to what came in. */
  takenCents?: number | undefined;
  copies?: number | undefined;
}

/** Whether the institution behind the door is the pretend one. */
export function isPaymentSimulator(provider: PaymentProvider): provider is PaymentSimulator {
  return 'payCharge' in provider;
}

export interface SimulatorParts {
  db: Kysely<DB>;
  /** Where the notices go; read at each notice, because the port is known late. */
  config: { readonly publicUrl: string };
  keys: { webhook: Buffer };
  log: { warn(details: object, message: string): void };
}

/** Amounts are looked at modulo R$ 100,00. */
const sentinel = 10_000;

export function createPaymentSimulator(parts: SimulatorParts): PaymentSimulator {
  const { db, keys } = parts;
  return {
    name: 'simulator',
    methods: ['pix', 'card', 'boleto'],
    cardFields: simulatorCardFields,
    paysOut: true,
    listedKinds: ['receipt', 'refund', 'payout'],
    asksOfPayer: (method) => (method === 'boleto' ? 'document' : 'nothing'),
    createPixCharge: (charge) => openPixCharge(db, charge),
    createBoleto: (charge) => openBoleto(db, charge),
    createCardCharge: (charge) => openCardCharge(db, charge),
    findCharge: (key) => findCharge(db, key),

    async cancelCharge({ reference, providerId }) {
      await sql`update simulator.charges set cancelled_at = market_now()
        where (reference = ${reference ?? null} or id = ${providerId ?? null}) and cancelled_at is null`.execute(
        db,
      );
    },

    refund: (refund) => refundReceipt(db, refund),
    listContested: () => listContested(db),
    listMovements: (from, to) => listMovements(db, from, to),
    pay: (payout) => payOut(db, payout),
    findPayout: (reference) => findPayout(db, reference),

    async keyBelongsTo(pixKey, document) {
      if (/^[0-9a-f-]{36}$/.test(pixKey)) return null;
      return pixKey === document && !document.startsWith('0000');
    },

    verifyWebhook: (rawBody, headers) => verifyNotice(keys.webhook, rawBody, headers),
    readPayoutQuestion: () => null,

    async payCharge(reference, how = {}) {
      const received = await receive(db, reference, how);
      if (!received) return null;
      if (received.chargedCents % sentinel !== 93)
        await notify(parts, { eventId: randomUUID(), kind: 'charge', reference }, how.copies ?? 1);
      return received.endToEndId;
    },

    async returnPayout(reference) {
      const returned = await returnPayout(db, reference);
      if (returned) await notify(parts, { eventId: randomUUID(), kind: 'payout', reference }, 1);
      return returned;
    },

    boletoPage: (reference) => boletoPage(db, reference),

    async contestCharge(reference, { copies = 1, ...how }) {
      const done = await contestCharge(db, reference, how);
      if (done) await notify(parts, { eventId: randomUUID(), kind: 'charge', reference }, copies);
      return done;
    },

    async decideCard(reference, outcome) {
      const decided = await endReview(db, reference, outcome);
      if (decided) await notify(parts, { eventId: randomUUID(), kind: 'charge', reference }, 1);
      return decided;
    },
  };
}

/** The bank calls our real endpoint, all copies at once. It doesn't insist: money that no notice told of is found by reconciliation. */
async function notify(parts: SimulatorParts, event: ProviderEvent, copies: number): Promise<void> {
  const body = JSON.stringify(event);
  const send = () =>
    fetch(`${parts.config.publicUrl}/api/v1/webhooks/simulator`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signNotice(parts.keys.webhook, body) },
      body,
      signal: AbortSignal.timeout(10_000),
    });
  const sent = await Promise.allSettled(Array.from({ length: copies }, send));
  const lost = sent.filter((each) => each.status === 'rejected' || !each.value.ok).length;
  if (lost > 0)
    parts.log.warn({ reference: event.reference, lost }, 'the simulated bank could not deliver its notice');
}
