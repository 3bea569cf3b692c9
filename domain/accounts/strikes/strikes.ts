/** What a person broke, when staff give a strike (F55). */
export const brokenRules = [
  'off_platform',
  'misleading_listing',
  'no_delivery',
  'used_goods',
  'prohibited_goods',
  'fake_ratings',
  'self_dealing',
  'offence',
  'false_claims',
  'other',
] as const;
export type BrokenRule = (typeof brokenRules)[number];

/** The names of broken rules, as the person and staff read them. */
export const brokenRuleNames: Record<BrokenRule, string> = {
  off_platform: 'Negociar por fora da plataforma',
  misleading_listing: 'Anúncio enganoso',
  no_delivery: 'Não entregar o que vendeu',
  used_goods: 'Vender código ou conta já usados',
  prohibited_goods: 'Vender o que é proibido',
  fake_ratings: 'Avaliações combinadas',
  self_dealing: 'Comprar de si mesmo',
  offence: 'Ofensa ou ameaça',
  false_claims: 'Reclamação falsa',
  other: 'Outra regra dos termos de uso',
};

/** What a strike brings, from the mildest to the hardest (F55). */
export const strikeMeasures = [
  'warning',
  'review',
  'short_suspension',
  'long_suspension',
  'closing',
] as const;
export type StrikeMeasure = (typeof strikeMeasures)[number];

/** The number of strikes in force from which each measure is taken, and how long strikes and measures last. */
export interface StrikeRules {
  expireMs: number;
  reviewFrom: number;
  reviewMs: number;
  shortFrom: number;
  shortMs: number;
  longFrom: number;
  longMs: number;
  closeFrom: number;
}

const day = 86_400_000;

/** Our own choice, after §4.14. */
export const defaultStrikeRules: StrikeRules = {
  expireMs: 180 * day,
  reviewFrom: 2,
  reviewMs: 30 * day,
  shortFrom: 3,
  shortMs: 7 * day,
  longFrom: 4,
  longMs: 30 * day,
  closeFrom: 5,
};

/** The hardest measure whose number is reached by this strike, counted with those in force. */
export function measureOf(step: number, rules: StrikeRules): StrikeMeasure {
  if (step >= rules.closeFrom) return 'closing';
  if (step >= rules.longFrom) return 'long_suspension';
  if (step >= rules.shortFrom) return 'short_suspension';
  return step >= rules.reviewFrom ? 'review' : 'warning';
}

/** How long a measure lasts, in milliseconds; 0 for a warning. A closing suspends while another person decides about it. */
export function measureMs(measure: StrikeMeasure, rules: StrikeRules): number {
  if (measure === 'warning') return 0;
  if (measure === 'review') return rules.reviewMs;
  return measure === 'short_suspension' ? rules.shortMs : rules.longMs;
}

/** Whether the person starts nothing new while the measure lasts. */
export const suspends = (measure: StrikeMeasure): boolean => measure !== 'warning' && measure !== 'review';
