import { setTimeout as sleep } from 'node:timers/promises';
import { askPostalCode, formatPostalCode, stateOfPostalCode } from '#domain/addresses/postal-codes.ts';
import type { State } from '#domain/addresses/states.ts';
import { fail } from '#domain/errors.ts';
import type { Cents } from '#domain/money.ts';
import type { Parcel } from '#domain/shipping/packages.ts';
import { byPriceAndDays, tableQuotes } from '#domain/shipping/tariffs.ts';
import type { Quote, TableRules } from '#domain/shipping/tariffs.ts';
import { quoteTimeoutMs } from '#server/adapters/shipping/shipping-provider.ts';
import type { ShippingProvider } from '#server/adapters/shipping/shipping-provider.ts';
import { cached } from '#server/concurrency/cache.ts';
import type { CacheShape } from '#server/concurrency/cache.ts';
import type { Ctx } from '#server/context.ts';

export interface FreightRequest {
  /** Eight digits. */
  fromPostalCode: string;
  toPostalCode: string;
  parcel: Parcel;
  /** The declared value (S16). */
  insuredCents: Cents;
}

export interface FreightQuotes {
  /** Cheapest first; empty when no service takes the parcel. */
  quotes: Quote[];
  /** The provider did not answer in time, and the own table did. */
  fallback: boolean;
}

/** Melhor Envio allows 250 calls a minute, and a page of a listing may be opened more often than that. */
const quoteCache: CacheShape = { name: 'freight quotes', maxEntries: 5_000, ttlMs: 10 * 60_000 };

/**
 * What the open services ask for a parcel (S04): the provider's answer, or the own table's where there is no provider or
 * it does not answer within 3 s. An answer of the provider is used again for ten minutes.
 * @throws `invalid_request` for a postal code that no state has
 */
export async function freightQuotes(
  ctx: Pick<Ctx, 'shipping' | 'log'>,
  rules: TableRules,
  request: FreightRequest,
): Promise<FreightQuotes> {
  const from = stateOf('fromPostalCode', request.fromPostalCode);
  const to = stateOf('toPostalCode', request.toPostalCode);
  const answer = ctx.shipping && (await answerInTime(ctx.shipping, ctx.log, request));
  if (answer) return { quotes: answer.toSorted(byPriceAndDays), fallback: false };
  return { quotes: tableQuotes(from, to, request.parcel, rules), fallback: ctx.shipping !== null };
}

function stateOf(field: keyof FreightRequest, postalCode: string): State {
  const state = /^\d{8}$/.test(postalCode) ? stateOfPostalCode(postalCode) : null;
  if (state) return state;
  const isEight = /^\d{8}$/.test(postalCode);
  return fail('invalid_request', {
    errors: {
      [field]: isEight
        ? `O CEP ${formatPostalCode(postalCode)} não existe. Confira os números.`
        : askPostalCode,
    },
  });
}

/** The provider's quotes; null when it fails or is too slow. */
async function answerInTime(
  provider: ShippingProvider,
  log: Ctx['log'],
  request: FreightRequest,
): Promise<Quote[] | null> {
  const timer = new AbortController();
  try {
    return await Promise.race([
      cached(provider, quoteCache, JSON.stringify(request), () => provider.quote(request)),
      sleep(quoteTimeoutMs, undefined, { signal: timer.signal, ref: false }).then(() => {
        throw new Error('no quotes in time');
      }),
    ]);
  } catch (error) {
    log.warn({ err: error, provider: provider.name }, 'no freight quotes; the own table answers');
    return null;
  } finally {
    timer.abort();
  }
}
