import type { OrderRow } from '#contract/orders/orders.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { formatCount } from '#web/ui/data/formats.ts';
import type { Deed } from '#web/orders/move.ts';
import { deedLabel } from './many-words.ts';

export interface ManyBarProps {
  /** Every sale of the page that can be chosen. */
  possible: readonly OrderRow[];
  chosen: Readonly<Record<Deed, readonly OrderRow[]>>;
  onAll: (all: boolean) => void;
  onDeed: (deed: Deed) => void;
}

/** Over the sales to deliver, and in sight of all of them: how many are chosen, and what can be done with them. */
export function ManyBar({ possible, chosen, onAll, onDeed }: ManyBarProps) {
  const count = chosen.start.length + chosen.deliver.length;
  const deeds = (['start', 'deliver'] as const).filter((deed) => chosen[deed].length > 0);
  return (
    <section
      aria-label="Pedidos selecionados"
      data-slot={count > 0 ? 'bulk-bar' : undefined}
      className="sticky top-14 z-sticky mt-4 flex flex-wrap items-center gap-x-4 gap-y-1 rounded-lg border border-border bg-surface px-4 py-1.5 md:top-(--nav-height) md:px-5"
    >
      <Checkbox
        checked={count === 0 ? false : count === possible.length || 'indeterminate'}
        onCheckedChange={onAll}
        className="flex-1"
      >
        Selecionar todos<span className="max-sm:sr-only"> desta página</span>
      </Checkbox>
      <output className={count === 0 ? 'sr-only' : 'text-sm text-ink-2 tabular-nums'}>
        {count === 0 ? '' : formatCount(count, 'selecionado', 'selecionados')}
      </output>
      {count > 0 && (
        <div className="flex flex-wrap gap-2 py-1 max-md:w-full max-md:*:flex-1">
          {deeds.map((deed, place) => (
            // By place: what was begun is then delivered by the same button, which keeps the focus.
            <Button
              key={place}
              variant={place < deeds.length - 1 ? 'secondary' : 'primary'}
              onClick={() => onDeed(deed)}
            >
              {deedLabel(deed, chosen[deed].length)}
            </Button>
          ))}
        </div>
      )}
    </section>
  );
}
