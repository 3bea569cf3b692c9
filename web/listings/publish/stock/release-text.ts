import type { Category } from '#contract/listings/catalogue.ts';
import { durationText } from '#domain/text/durations.ts';
import { formatCount, formatDate } from '#web/ui/data/formats.ts';
import type { Draft } from '#web/listings/publish/draft.ts';

const hour = 3_600_000;

/**
 * When the seller is paid (§4.5, N01): the release date of a sale made now and delivered as promised, and the rule
 * behind it, the category's or the general one (§4.3).
 * @param generalHoldMs the release delay of categories without their own
 */
export function releaseText(
  now: Date,
  { deliveryType, promisedHours }: Pick<Draft, 'deliveryType' | 'promisedHours'>,
  category: Pick<Category, 'name' | 'holdDays'> | undefined,
  generalHoldMs: number,
): string {
  const days = category?.holdDays ?? null;
  const rule =
    days === null
      ? `${durationText(generalHoldMs)} depois da entrega, quando o prazo de reclamação termina`
      : `${formatCount(days, 'dia', 'dias')} depois da entrega, o prazo de «${category!.name}»`;
  // When a parcel arrives depends on its way, and a pickup on what both agree.
  if (deliveryType === 'shipping' || deliveryType === 'pickup') return `O valor fica disponível ${rule}.`;
  const hours = deliveryType === 'automatic' ? 0 : (promisedHours ?? 0);
  const releaseDate = now.getTime() + hours * hour + (days === null ? generalHoldMs : days * 24 * hour);
  return `Vendendo hoje, o valor fica disponível em ${formatDate(releaseDate)}: ${rule}.`;
}
