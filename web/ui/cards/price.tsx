import { cn } from '#web/ui/styles/class-names.ts';
import { formatCents } from '#web/ui/data/formats.ts';

export interface PriceProps {
  cents: number;
  /** A real earlier price, shown struck through. */
  previousCents?: number | null;
  /** The price with the Pix discount. */
  pixCents?: number | null;
  /** Buyer protection on top: «+ R$ 3,00 de proteção». */
  feeCents?: number | null;
  size?: 'xl' | 'md' | 'sm';
  /** Reserves the line of a price that is `null`, so that cards in a row align; `undefined` takes no space. */
  reserve?: boolean;
  className?: string;
}

const sizes = { xl: 'text-price-xl', md: 'text-price-md', sm: 'text-ui font-semibold tabular-nums' };

/** A price: screen readers read one sentence, the screen shows its parts. */
export function Price({
  cents,
  previousCents,
  pixCents,
  feeCents,
  size = 'md',
  reserve,
  className,
}: PriceProps) {
  if (previousCents === undefined && pixCents === undefined && !feeCents)
    return (
      <div data-slot="price" className={cn('whitespace-nowrap', className)}>
        <span className={cn('block', sizes[size], 'text-ink')}>{formatCents(cents)}</span>
      </div>
    );
  const spoken = [
    formatCents(cents),
    previousCents && `preço anterior ${formatCents(previousCents)}`,
    pixCents && `${formatCents(pixCents)} no Pix`,
    feeCents && `mais ${formatCents(feeCents)} de proteção`,
  ].filter(Boolean);
  return (
    <div data-slot="price" className={cn('whitespace-nowrap', className)}>
      <span className="sr-only">{spoken.join(', ')}</span>
      <span aria-hidden="true" className="flex flex-col">
        {(previousCents || (reserve && previousCents !== undefined)) && (
          <s className="min-h-[1.45em] text-sm text-ink-3 tabular-nums">
            {previousCents ? formatCents(previousCents) : ''}
          </s>
        )}
        <span className={cn(sizes[size], 'text-ink')}>{formatCents(cents)}</span>
        {(pixCents || (reserve && pixCents !== undefined)) && (
          <span className="mt-0.5 min-h-[1.45em] text-sm text-on-success-soft tabular-nums">
            {pixCents ? `${formatCents(pixCents)} no Pix` : ''}
          </span>
        )}
        {feeCents ? (
          <span className="text-sm text-ink-3 tabular-nums">+ {formatCents(feeCents)} de proteção</span>
        ) : null}
      </span>
    </div>
  );
}
