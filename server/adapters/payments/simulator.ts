import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { DB } from '#db/schema.ts';
import type { PaymentProvider, ProviderEvent } from './payment-provider.ts';
import { boletoPage } from './simulator-boleto-page.ts';
import type { BoletoReceiver } from './simulator-boleto-page.ts';
import { simulatorCardFields } from './simulator-card-fields.ts';
import {
  endReview,
  findCharge,
  openBoleto,
  openCardCharge,
  openPixCharge,
  receive,
} from './simulator-charges.ts';
import type { SimulatedPayment } from './simulator-charges.ts';
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
 * A simulated bank that ships with the product and stores its data in the schema `simulator`. Failures are triggered by
 * amounts of whole hundreds of reais and some cents (R$ 100,91; R$ 2.300,91), which are rare otherwise:
 *
 * | what   | cents   | then | |--------|---------|------| | charge | ,91     | the bank is down the first time, then
 * opens it | | charge | ,92     | the bank is always down | | charge | ,93     | opened and payable, but no webhook is
 * sent: only reconciliation finds the money | | refund | ,03     | fails once, the next attempt succeeds | | refund |
 * ,04     | always fails | | refund | ,05     | is processing after the first call and done after the second | | payout
 * | ,01     | fails once, the next attempt succeeds | | payout | ,02     | always fails | | payout | ,05     | is
 * processing after the first call and done after the second | | payout | ,06     | is done, and comes back half a day
 * later; no webhook is sent, only a status request finds it |
 *
 * A Pix key of a CPF beginning with `0000` belongs to another person; the owner of a random key is unknown. Cards are
 * approved except for the test numbers of `simulator-card-fields.ts`: 4000 0000 0000 0002 has no funds, …0127 a wrong
 * code, …0069 must call the bank, …9995 is a risk, …3063 is examined until a decision at /dev.
 */
export interface PaymentSimulator extends PaymentProvider {
  /**
   * A person pays the charge with a banking app: the money arrives and the bank sends `copies` of its webhook.
   * @returns the bank's id of the movement, or null when there is no such charge
   */
  payCharge(reference: string, how?: SimulatedPayment): Promise<string | null>;
  /** The bank finishes its examination of a card and sends a webhook. @returns whether there was one */
  decideCard(reference: string, outcome: 'approved' | 'declined'): Promise<boolean>;
  /** The bank returns a completed payout and sends a webhook. @returns whether there was one */
  returnPayout(reference: string): Promise<boolean>;
  /**
   * The payer disputes a paid charge at their bank, which examines it, keeps it or takes it back, and sends `copies` of
   * its webhook.
   * @returns whether the state changed
   */
  contestCharge(reference: string, how: SimulatedDispute): Promise<boolean>;
  /** The boleto as a page to print; null when there is none. */
  boletoPage(reference: string, receiver: BoletoReceiver): Promise<string | null>;
}

export interface SimulatedDispute {
  /** `won`: the charge had been lost, and the bank returns the money. */
  to: 'open' | 'kept' | 'lost' | 'won';
  /** The amount that the bank takes, up to what was paid; by default all that was not refunded through the bank. */
  takenCents?: number | undefined;
  copies?: number | undefined;
}

/** Whether the provider is the simulator. */
export function isPaymentSimulator(provider: PaymentProvider): provider is PaymentSimulator {
  return 'payCharge' in provider;
}

export interface SimulatorParts {
  db: Kysely<DB>;
  /** The base URL of the webhooks; read each time, because the port is known late. */
  config: { readonly publicUrl: string };
  keys: { webhook: Buffer };
  log: { warn(details: object, message: string): void };
}

/** Sentinel amounts are compared modulo R$ 100,00. */
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

    boletoPage: (reference, receiver) => boletoPage(db, reference, receiver),

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

/** Sends all copies of a webhook at once, without retries: reconciliation finds money whose webhook was lost. */
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
