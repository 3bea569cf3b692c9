import type { Category } from '#contract/listings/catalogue.ts';
import { durationText } from '#domain/text/durations.ts';
import { formatCount, formatDate } from '#web/ui/data/formats.ts';
import type { Draft } from '#web/listings/publish/draft.ts';

const hour = 3_600_000;

/**
 * When the seller receives (§4.5, N01): the day for a sale of this moment that is delivered as promised, and the rule
 * that says so, the category's or everybody's (§4.3).
 * @param generalHoldMs where the category has no number of its own
 */
export function releaseWords(
  now: Date,
  { deliveryType, promisedHours }: Pick<Draft, 'deliveryType' | 'promisedHours'>,
  category: Pick<Category, 'name' | 'holdDays'> | undefined,
  generalHoldMs: number,
): string {
  const days = category?.holdDays ?? null;
  const hours = deliveryType === 'automatic' ? 0 : (promisedHours ?? 0);
  const free = now.getTime() + hours * hour + (days === null ? generalHoldMs : days * 24 * hour);
  const rule =
    days === null
      ? `${durationText(generalHoldMs)} depois da entrega, quando o prazo de reclamação termina`
      : `${formatCount(days, 'dia', 'dias')} depois da entrega, o prazo de «${category!.name}»`;
  return `Vendendo hoje, o valor fica livre em ${formatDate(free)}: ${rule}.`;
}
