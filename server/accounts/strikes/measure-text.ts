import type { StrikeMeasure } from '#domain/accounts/strikes/strikes.ts';
import { formatMoment } from '#server/formats.ts';

const texts: Record<Exclude<StrikeMeasure, 'warning'>, string> = {
  review: 'Seus anúncios passam pela revisão',
  short_suspension: 'Você não compra nem vende',
  long_suspension: 'Você não compra nem vende',
  closing: 'Você não compra nem vende, e outra pessoa da equipe decide sobre a sua conta,',
};

/**
 * What a strike brings, for its person, without a full stop.
 * @param until ISO instant; null for a warning
 */
export function measureText(measure: StrikeMeasure, until: string | null): string {
  if (measure === 'warning' || until === null) return 'Por enquanto, nada muda na sua conta';
  return `${texts[measure]} até ${formatMoment(new Date(until))}`;
}
