import { priceForNet, splitSale } from '#domain/ledger/fees.ts';
import type { FeeRule, SaleSplit } from '#domain/ledger/fees.ts';
import type { Plan } from '#domain/listings/listings.ts';
import { plans } from '#domain/listings/listings.ts';
import type { Bounds } from '#domain/settings/sizes.ts';

/** What `/tarifas` is asked, as its address says it: `?receber=1&valor=12345&plano=ouro`. */
export interface FeeQuestion {
  /** `price`: what remains of this price; `net`: which price leaves this much. */
  mode: 'price' | 'net';
  amountCents: number | null;
  plan: Plan;
}

const usual: FeeQuestion = { mode: 'price', amountCents: 10_000, plan: 'prata' };

/** Reads the address; what makes no sense is the usual question. */
export function readFeeQuestion(search: URLSearchParams): FeeQuestion {
  const amount = search.get('valor') ?? '';
  const plan = plans.find((slug) => slug === search.get('plano')) ?? usual.plan;
  return {
    mode: search.get('receber') === '1' ? 'net' : 'price',
    amountCents: /^\d{1,9}$/.test(amount) ? Number(amount) : usual.amountCents,
    plan,
  };
}

/** The shortest address that says the same; defaults are left out (design §4.8). */
export function feeQuestionSearch({ mode, amountCents, plan }: FeeQuestion): URLSearchParams {
  const search = new URLSearchParams();
  if (mode === 'net') search.set('receber', '1');
  if (amountCents !== null && amountCents !== usual.amountCents) search.set('valor', String(amountCents));
  if (plan !== usual.plan) search.set('plano', plan);
  return search;
}

/** The sum of a sale, or null while the amount can't be a price. Cents. */
export function saleSum(
  { mode, amountCents }: FeeQuestion,
  rule: FeeRule,
  { min, max }: Bounds,
): SaleSplit | null {
  if (amountCents === null || amountCents <= 0) return null;
  const priceCents = mode === 'price' ? amountCents : priceForNet(amountCents, rule);
  return priceCents >= min && priceCents <= max ? splitSale(priceCents, rule) : null;
}
