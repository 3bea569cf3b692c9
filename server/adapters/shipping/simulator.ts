import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { DB } from '#db/schema.ts';
import { stateOfPostalCode } from '#domain/addresses/postal-codes.ts';
import type { CarrierEventKind } from '#domain/shipping/shipments.ts';
import { defaultShippingRules } from '#domain/shipping/settings.ts';
import { byPriceAndDays, tableQuotes } from '#domain/shipping/tariffs.ts';
import type { Quote } from '#domain/shipping/tariffs.ts';
import { refusal } from '#server/adapters/payments/failures.ts';
import { readSimulatedWebhook, sendSimulatedWebhook } from './simulator-webhooks.ts';
import type { WebhookParts } from './simulator-webhooks.ts';
import { quoteTimeoutMs } from './shipping-provider.ts';
import type { LabelRequest, QuoteRequest, ShippingProvider } from './shipping-provider.ts';
import { simulatedLabels } from './simulator-label.ts';
import {
  advanceSimulatedLabel,
  buySimulatedLabel,
  cancelSimulatedLabel,
  labelTexts,
  listSimulatedLabels,
  reportSimulatedEvent,
  trackSimulatedLabel,
} from './simulator-labels.ts';
import type { SimulatedLabel } from './simulator-labels.ts';
import { scenarioOf } from './simulator-plans.ts';

/**
 * Simulated carriers that ship with the product and keep their data in the schema `simulator`. A parcel is posted in the
 * afternoon of the business day after its label was bought, and moves with the market's clock. The last three digits of
 * the postal code it goes to decide what becomes of it (`simulator-plans.ts`):
 *
 * | ending | what happens |
 * |---|---|
 * | 901 | late by six business days |
 * | 902 | lost, as the carrier says five business days after it should have arrived |
 * | 903 | posted, and never heard of again |
 * | 904 | refused by the recipient, and returned |
 * | 905 | not collected at the branch, and returned |
 * | 906 | delivered; the events before it are reported later, backwards and one of them twice |
 * | 907 | 30 % dearer than quoted once it is posted |
 * | 908 | never posted |
 * | 909 | no quotes and no labels: the service is away |
 * | 910 | quotes come too late |
 * | 911 | the first attempt of delivery fails, the second succeeds |
 * | 912 | the service is away for the first purchase of a label |
 */
export interface ShippingSimulator extends ShippingProvider {
  /**
   * The next planned event of a parcel happens now, and a webhook is sent.
   * @returns what happened; null when nothing is planned for it
   */
  advance(labelId: string): Promise<CarrierEventKind | null>;
  /** The carrier reports an event now, and a webhook is sent. @returns whether there is such a label */
  report(labelId: string, kind: CarrierEventKind): Promise<boolean>;
  /** The newest labels, for /dev. */
  labels(): Promise<SimulatedLabel[]>;
}

export function isShippingSimulator(provider: ShippingProvider | null): provider is ShippingSimulator {
  return provider !== null && 'advance' in provider;
}

const listed = 50;
/** Labels bought in bulk are cheaper than the table's prices over the counter. */
const discountBps = 8_500;
/** A third carrier, cheaper and slower than PAC. */
const jadlog = { share: 0.93, extraDays: 2 };

export function createShippingSimulator(parts: WebhookParts & { db: Kysely<DB> }): ShippingSimulator {
  const { db, keys } = parts;
  return {
    name: 'simulator',
    quote,
    buyLabel: (request) => buyLabel(db, request),
    labelPdf: async (labelIds) => simulatedLabels(await labelTexts(db, labelIds)),
    track: (labelId) => trackSimulatedLabel(db, labelId),
    cancel: (labelId) => cancelSimulatedLabel(db, labelId),
    readWebhook: (headers, rawBody) => readSimulatedWebhook(keys.webhook, headers, rawBody),
    labels: () => listSimulatedLabels(db, listed),

    async advance(labelId) {
      const kind = await advanceSimulatedLabel(db, labelId);
      if (kind) await sendSimulatedWebhook(parts, labelId);
      return kind;
    },

    async report(labelId, kind) {
      const found = await reportSimulatedEvent(db, labelId, kind);
      if (found) await sendSimulatedWebhook(parts, labelId);
      return found;
    },
  };
}

async function quote(request: QuoteRequest): Promise<Quote[]> {
  const scenario = scenarioOf(request.toPostalCode);
  if (scenario === 'slow') await sleep(quoteTimeoutMs, undefined, { ref: false });
  if (scenario === 'slow' || scenario === 'away') throw new Error('simulated carrier: service unavailable');
  return quotesOf(request);
}

/** The own table's prices with a discount, as by contract, and a third carrier. */
function quotesOf({ fromPostalCode, toPostalCode, parcel }: QuoteRequest): Quote[] {
  const [from, to] = [stateOfPostalCode(fromPostalCode), stateOfPostalCode(toPostalCode)];
  if (!from || !to) throw refusal('simulated carrier', 422, 'postal_code');
  const discounted = tableQuotes(from, to, parcel, defaultShippingRules).map((each): Quote => ({
    ...each,
    source: 'simulator',
    priceCents: Math.round((each.priceCents * discountBps) / 10_000),
  }));
  const pac = discounted.find(({ service }) => service === 'pac');
  const third: Quote[] = pac
    ? [
        {
          ...pac,
          service: 'jadlog',
          carrier: 'Jadlog',
          serviceName: 'Package',
          priceCents: Math.round(pac.priceCents * jadlog.share),
          businessDays: pac.businessDays + jadlog.extraDays,
        },
      ]
    : [];
  return [...discounted, ...third].toSorted(byPriceAndDays);
}

async function buyLabel(db: Kysely<DB>, request: LabelRequest) {
  const { reference, service, from, to, parcel, insuredCents } = request;
  const scenario = scenarioOf(to.postalCode);
  if (scenario === 'away' || (scenario === 'away_once' && (await isFirstAttempt(db, reference))))
    throw new Error('simulated carrier: service unavailable');
  const quotes = quotesOf({
    fromPostalCode: from.postalCode,
    toPostalCode: to.postalCode,
    parcel,
    insuredCents,
  });
  const chosen = quotes.find((each) => each.service === service);
  if (!chosen) throw refusal('simulated carrier', 422, 'service');
  return buySimulatedLabel(db, request, chosen);
}

async function isFirstAttempt(db: Kysely<DB>, reference: string): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    insert into simulator.refusals (reference, count) values (${`label ${reference}`}, 1)
    on conflict (reference) do update set count = simulator.refusals.count + 1 returning count`.execute(db);
  return rows[0]!.count === 1;
}
