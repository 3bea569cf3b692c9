import type { StaffList } from '#domain/staff/lists.ts';
import type { Column } from '#web/ui/data/data-table.tsx';

export interface TableColumn<Row> extends Column<Row> {
  /** The sort of the endpoint that this column's head asks for. */
  sort?: string;
  /** Stays on the screen whatever is hidden: what the row is. */
  fixed?: true;
}

interface FilterWords {
  /** The name of the filter in the address and the field of the endpoint: `situacao` and `state`. */
  param: string;
  field: string;
  label: string;
}

/** One of a few values or, with `many`, several at once. */
export interface ChoiceFilter extends FilterWords {
  kind: 'choice';
  options: readonly { value: string; label: string }[];
  many?: true;
}

/** From one day to another; the address says `de` and `ate`, the endpoint `from` and `to`. */
export interface PeriodFilter {
  kind: 'period';
  label: string;
}

/** A number that comes with a link from elsewhere: shown as a chip, never asked for. */
export interface GivenFilter extends FilterWords {
  kind: 'given';
}

export type TableFilter = ChoiceFilter | PeriodFilter | GivenFilter;

/** A list of the dashboard, said once: address, columns, filters and words all come from here. */
export interface TableDefinition<Row> {
  /** The list's name for settings and exports, the same as on the server. */
  name: StaffList;
  /** «Pedidos», for screen readers. */
  caption: string;
  /** «pedido», «pedidos». */
  noun: readonly [one: string, many: string];
  /** What one can search by; without it there is no search. */
  search?: string;
  columns: readonly TableColumn<Row>[];
  filters: readonly TableFilter[];
  usualSort: string;
  /** Views of the house, before the saved ones. */
  views: readonly { name: string; query: string }[];
  /** The page's own tabs lead to the views of the house: their row keeps only what the person saved. */
  viewsAsTabs?: true;
  /** Whether it can be had as a file. */
  exported?: true;
  /** Kept in the address beside the list's own: the tab it stands in. */
  kept?: readonly string[];
}

/** The list's own words in the address. */
export const tableParams = { q: 'busca', sort: 'ordem', cursor: 'lugar', size: 'por' } as const;

/** What the address asks, in the endpoint's words. */
export function queryOf<Row>(
  { filters }: Pick<TableDefinition<Row>, 'filters'>,
  params: URLSearchParams,
): Record<string, string> {
  const fields: [param: string, field: string][] = [
    ...Object.entries(tableParams).map(([field, param]): [string, string] => [param, field]),
    ...filters.flatMap((filter): [string, string][] =>
      filter.kind === 'period'
        ? [
            ['de', 'from'],
            ['ate', 'to'],
          ]
        : [[filter.param, filter.field]],
    ),
  ];
  return Object.fromEntries(
    fields.flatMap(([param, field]) => {
      const value = params.get(param);
      return value ? [[field, value]] : [];
    }),
  );
}

/** The address's words that narrow the list: search and filters, not order nor place. */
export function narrowing<Row>({ filters }: Pick<TableDefinition<Row>, 'filters'>): string[] {
  return [
    tableParams.q,
    ...filters.flatMap((filter) => (filter.kind === 'period' ? ['de', 'ate'] : [filter.param])),
  ];
}
