import type { OrderRow } from '#contract/orders/orders.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { formatCount } from '#web/ui/data/formats.ts';
import type { BulkAction } from '#web/orders/bulk/bulk-action.ts';
import { actionLabel } from './bulk-texts.ts';

export interface BulkBarProps {
  /** Every sale of the page that can be selected. */
  selectable: readonly OrderRow[];
  selected: Readonly<Record<BulkAction, readonly OrderRow[]>>;
  onAll: (all: boolean) => void;
  onAction: (action: BulkAction) => void;
}

/** Sticky bar above the sales to deliver: how many are selected and what can be done with them. */
export function BulkBar({ selectable, selected, onAll, onAction }: BulkBarProps) {
  const count = selected.start.length + selected.deliver.length;
  const actions = (['start', 'deliver'] as const).filter((action) => selected[action].length > 0);
  return (
    <section
      aria-label="Pedidos selecionados"
      data-slot={count > 0 ? 'bulk-bar' : undefined}
      className="sticky top-14 z-sticky mt-4 flex flex-wrap items-center gap-x-4 gap-y-1 rounded-lg border border-border bg-surface px-4 py-1.5 md:top-(--nav-height) md:px-5"
    >
      <Checkbox
        checked={count === 0 ? false : count === selectable.length || 'indeterminate'}
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
          {actions.map((action, position) => (
            // Keyed by position: after starting deliveries the same button offers to deliver them and keeps the focus.
            <Button
              key={position}
              variant={position < actions.length - 1 ? 'secondary' : 'primary'}
              onClick={() => onAction(action)}
            >
              {actionLabel(action, selected[action].length)}
            </Button>
          ))}
        </div>
      )}
    </section>
  );
}
