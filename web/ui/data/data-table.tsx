import { ArrowDown, ArrowUp, ChevronsUpDown } from '#web/ui/icons/icons.tsx';
import type { Key, ReactNode } from 'react';
import { cn } from '#web/ui/styles/class-names.ts';

export interface Column<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Right-aligned, tabular digits. */
  numeric?: boolean;
  sortable?: boolean;
  /** No label on the phone card: the title or the actions of the row. */
  hideLabel?: boolean;
  /** Hidden from 768 to 1023 px, where a row has no room for it. */
  hideOnTablet?: boolean;
  className?: string;
}

export interface Sort {
  key: string;
  direction: 'asc' | 'desc';
}

export interface DataTableProps<Row> {
  /** Read by screen readers: «Pedidos». */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => Key;
  sort?: Sort | null;
  onSort?: (sort: Sort) => void;
  /** While refetching, rows fade and the layout stays. */
  refreshing?: boolean;
  /** Rows of 40 px instead of 56, from 768 px on. */
  compact?: boolean;
  /** Shown when there are no rows. */
  empty?: ReactNode;
  /** A checkbox before each row, and one for all rows in the header, from 768 px on. */
  checkboxes?: { all: ReactNode; of: (row: Row) => ReactNode };
  className?: string;
}

/** A semantic table with a fixed head and first column; under 768 px each row becomes a card of label and value. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  sort,
  onSort,
  refreshing,
  compact,
  empty,
  checkboxes,
  className,
}: DataTableProps<Row>) {
  if (rows.length === 0 && empty) return empty;
  return (
    <section
      aria-label={caption}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      data-slot="data-table"
      className={cn(
        'overflow-x-auto fade-overflow rounded-lg -outline-offset-2 md:border md:border-border md:bg-surface',
        className,
      )}
    >
      <table className="w-full border-separate border-spacing-0 text-left max-md:block">
        <caption className="sr-only">{caption}</caption>
        <thead className="max-md:sr-only">
          <tr>
            {checkboxes && (
              <th className={cn(headStyles, 'left-0 z-2 w-14 px-3')}>
                <span className="sr-only md:hidden">Seleção</span>
                {checkboxes.all}
              </th>
            )}
            {columns.map((column, index) => (
              <HeaderCell
                key={column.key}
                column={column}
                sort={sort}
                onSort={onSort}
                compact={compact}
                className={cn(
                  index === 0 && (checkboxes ? 'left-14 z-2' : 'left-0 z-2'),
                  column.hideOnTablet && 'md:max-lg:hidden',
                )}
              />
            ))}
          </tr>
        </thead>
        <tbody
          aria-busy={refreshing || undefined}
          className={cn('max-md:flex max-md:flex-col max-md:gap-3', refreshing && 'opacity-60')}
        >
          {rows.map((row) => (
            <TableRow
              key={rowKey(row)}
              row={row}
              columns={columns}
              compact={compact}
              checkboxes={checkboxes}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

const headStyles =
  'sticky top-0 z-1 h-11 border-b border-border bg-surface-2 text-xs font-semibold whitespace-nowrap text-ink-2';
const cellStyles =
  'md:border-b md:border-border md:bg-surface md:group-last/row:border-b-0 md:group-hover/row:bg-surface-2';

function TableRow<Row>({
  row,
  columns,
  compact,
  checkboxes,
}: { row: Row } & Pick<DataTableProps<Row>, 'columns' | 'compact' | 'checkboxes'>) {
  return (
    <tr className="group/row max-md:flex max-md:flex-col max-md:gap-2 max-md:rounded-lg max-md:border max-md:border-border max-md:bg-surface max-md:p-4">
      {checkboxes && (
        <td className={cn(cellStyles, 'md:sticky md:w-14 md:left-0 md:px-3')}>{checkboxes.of(row)}</td>
      )}
      {columns.map((column, index) => (
        <td
          key={column.key}
          className={cn(
            'text-sm break-words text-ink max-md:flex max-md:items-center max-md:justify-between max-md:gap-4',
            compact ? 'md:h-10 md:px-3 md:py-1' : 'md:h-14 md:px-3 md:py-2 lg:px-4',
            // A touch target must be taller than a line of text.
            'max-md:[&_a:not([data-slot=button])]:-my-2.5 max-md:[&_a:not([data-slot=button])]:min-h-11',
            cellStyles,
            index === 0 && (checkboxes ? 'md:sticky md:left-14' : 'md:sticky md:left-0'),
            column.numeric && 'tabular-nums md:text-right',
            column.hideOnTablet && 'md:max-lg:hidden',
            column.className,
          )}
        >
          {!column.hideLabel && <span className="shrink-0 text-ink-3 md:hidden">{column.header}</span>}
          <span
            className={cn('min-w-0 md:contents', column.hideLabel ? 'max-md:flex-1' : 'max-md:text-right')}
          >
            {column.cell(row)}
          </span>
        </td>
      ))}
    </tr>
  );
}

function HeaderCell<Row>({
  column,
  sort,
  onSort,
  compact,
  className,
}: { column: Column<Row> } & Pick<DataTableProps<Row>, 'sort' | 'onSort' | 'compact' | 'className'>) {
  const direction = sort?.key === column.key ? sort.direction : null;
  const Icon = direction === 'asc' ? ArrowUp : direction === 'desc' ? ArrowDown : ChevronsUpDown;
  return (
    <th
      scope="col"
      aria-sort={direction ? (direction === 'asc' ? 'ascending' : 'descending') : undefined}
      className={cn(headStyles, compact ? 'px-3' : 'px-3 lg:px-4', column.numeric && 'text-right', className)}
    >
      {column.sortable && onSort ? (
        <button
          type="button"
          className="-mx-2 inline-flex min-h-11 items-center gap-1 rounded-xs px-2 hover:text-ink"
          onClick={() => onSort({ key: column.key, direction: direction === 'asc' ? 'desc' : 'asc' })}
        >
          {column.header}
          <Icon aria-hidden="true" className="size-4" />
        </button>
      ) : (
        column.header
      )}
    </th>
  );
}
