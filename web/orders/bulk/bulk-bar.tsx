import { Link } from 'react-router';
import type { OrderRow } from '#contract/orders/orders.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { formatCount } from '#web/ui/data/formats.ts';
import type { BulkAction, BulkChoice } from '#web/orders/bulk/bulk-action.ts';
import { sheetsPath } from '#web/shipping/sheets-path.ts';
import { actionLabel } from './bulk-texts.ts';

export interface BulkBarProps {
  /** Every sale of the page that can be selected. */
  selectable: readonly OrderRow[];
  selected: Readonly<Record<BulkChoice, readonly OrderRow[]>>;
  onAll: (all: boolean) => void;
  onAction: (action: BulkAction) => void;
}

/** Sticky bar above the sales to deliver: how many are selected and what can be done with them. */
export function BulkBar({ selectable, selected, onAll, onAction }: BulkBarProps) {
  const { sheet } = selected;
  const count = Object.values(selected).reduce((sum, rows) => sum + rows.length, 0);
  const actions = (['start', 'deliver', 'label'] as const).filter((action) => selected[action].length > 0);
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
          {sheet.length > 0 && (
            <Button asChild variant={actions.length > 0 ? 'secondary' : 'primary'}>
              <Link to={sheetsPath(sheet.map(({ hash }) => hash))}>
                {`Imprimir ${formatCount(sheet.length, 'folha', 'folhas')}`}
              </Link>
            </Button>
          )}
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
