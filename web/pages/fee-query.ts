import { priceForNet, splitSale } from '#domain/ledger/fees.ts';
import type { FeeRule, SaleSplit } from '#domain/ledger/fees.ts';
import type { Plan } from '#domain/listings/listings.ts';
import { plans } from '#domain/listings/listings.ts';
import type { Bounds } from '#domain/settings/sizes.ts';

/** The input of `/tarifas`, stored in its query: `?receber=1&valor=12345&plano=ouro`. */
export interface FeeQuestion {
  /** `price`: what remains of this price; `net`: which price leaves this much. */
  mode: 'price' | 'net';
  amountCents: number | null;
  plan: Plan;
}

const defaults: FeeQuestion = { mode: 'price', amountCents: 10_000, plan: 'prata' };

/** Reads the query; invalid values are replaced by the defaults. */
export function readFeeQuestion(search: URLSearchParams): FeeQuestion {
  const amount = search.get('valor') ?? '';
  const plan = plans.find((slug) => slug === search.get('plano')) ?? defaults.plan;
  return {
    mode: search.get('receber') === '1' ? 'net' : 'price',
    amountCents: /^\d{1,9}$/.test(amount) ? Number(amount) : defaults.amountCents,
    plan,
  };
}

/** Writes the query; defaults are left out (design §4.8). */
export function feeQuestionSearch({ mode, amountCents, plan }: FeeQuestion): URLSearchParams {
  const search = new URLSearchParams();
  if (mode === 'net') search.set('receber', '1');
  if (amountCents !== null && amountCents !== defaults.amountCents) search.set('valor', String(amountCents));
  if (plan !== defaults.plan) search.set('plano', plan);
  return search;
}

/** The breakdown of a sale in cents, or null while the amount is no valid price. */
export function saleBreakdown(
  { mode, amountCents }: FeeQuestion,
  rule: FeeRule,
  { min, max }: Bounds,
): SaleSplit | null {
  if (amountCents === null || amountCents <= 0) return null;
  const priceCents = mode === 'price' ? amountCents : priceForNet(amountCents, rule);
  return priceCents >= min && priceCents <= max ? splitSale(priceCents, rule) : null;
}
