import { X } from '#web/ui/icons/icons.tsx';
import type { ReactNode } from 'react';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { formatCount } from '#web/ui/data/formats.ts';
import { standsAtBottom } from '#web/ui/page/bottom-bar.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import type { Selection } from './use-selection.ts';

/** Bulk actions of a list. */
export interface BulkActions<Row> {
  /** Label of a row's checkbox. */
  nameOf: (row: Row) => string;
  /** The bar's buttons, and the dialog opened by one of them. */
  acts: (selection: Selection<Row>) => ReactNode;
}

/**
 * The checkboxes of a table: one per row and one for the page.
 * @param rows the page's selectable rows
 * @param obstacleOf why a row can't be selected
 */
export function selectionBoxes<Row extends { id: number }>(
  selection: Selection<Row>,
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  obstacleOf: (row: Row) => string | null = () => null,
) {
  return {
    all: rows.length > 0 && (
      <PageBox selection={selection} rows={rows} hideLabel className="max-md:hidden md:min-h-6 md:py-0" />
    ),
    of: (row: Row) => (
      <Checkbox
        checked={selection.has(row.id)}
        disabled={obstacleOf(row) !== null}
        onCheckedChange={() => selection.toggle(row.id)}
        className="items-center text-sm md:min-h-6 md:py-0 [@media(pointer:coarse)]:min-h-11 [@media(pointer:coarse)]:py-2.5"
      >
        <span className="md:sr-only">
          Selecionar
          <span className="sr-only">
            {' '}
            {nameOf(row)}
            {obstacleOf(row) && `: ${obstacleOf(row)}`}
          </span>
        </span>
      </Checkbox>
    ),
  };
}

/** «Selecionar os 50 desta página». */
export function PageBox<Row extends { id: number }>({
  selection,
  rows,
  hideLabel = false,
  className,
}: {
  selection: Selection<Row>;
  rows: readonly Row[];
  hideLabel?: boolean;
  className?: string;
}) {
  const chosen = selection.rows.length;
  return (
    <Checkbox
      hideLabel={hideLabel}
      checked={chosen === rows.length ? true : chosen > 0 ? 'indeterminate' : false}
      onCheckedChange={selection.toggleAll}
      className={className}
    >
      {rows.length === 1 ? 'Selecionar o desta página' : `Selecionar os ${rows.length} desta página`}
    </Checkbox>
  );
}

/** The number of selected rows and their actions, above the table's foot. */
export function BulkBar<Row>({
  selection,
  noun: [one, many],
  children,
}: {
  selection: Selection<Row>;
  noun: readonly [string, string];
  children: ReactNode;
}) {
  const count = selection.rows.length;
  return (
    <>
      <output className="sr-only">
        {count > 0 && 'As ações para os selecionados estão no fim da lista. Esc limpa a seleção.'}
      </output>
      {count > 0 && (
        <section
          ref={standsAtBottom}
          aria-label="Ações para os selecionados"
          data-slot="bulk-bar"
          className="sticky bottom-3 z-sticky flex flex-wrap items-center gap-2 rounded-lg border border-border-strong bg-surface px-3 py-2 shadow-lg max-md:bottom-2"
        >
          <p className="min-w-0 flex-1 basis-40 px-1 text-ui font-semibold tabular-nums">
            {formatCount(count, `${one} selecionado`, `${many} selecionados`)}
          </p>
          <div className="flex flex-wrap items-center gap-2 max-md:order-last max-md:w-full max-md:*:flex-1">
            {children}
          </div>
          <IconButton
            label="Limpar seleção"
            icon={<X aria-hidden="true" />}
            onClick={() => selection.choose([])}
          />
        </section>
      )}
    </>
  );
}
