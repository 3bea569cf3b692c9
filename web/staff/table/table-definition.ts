import type { StaffList } from '#domain/staff/lists.ts';
import type { Column } from '#web/ui/data/data-table.tsx';

export interface TableColumn<Row> extends Column<Row> {
  /** The endpoint's sort key for this column's header. */
  sort?: string;
  /** Can't be hidden, because it identifies the row. */
  fixed?: true;
}

interface FilterField {
  /** The filter's name in the address and the endpoint's field: `situacao` and `state`. */
  param: string;
  field: string;
  label: string;
}

/** One of a few values or, with `many`, several. */
export interface ChoiceFilter extends FilterField {
  kind: 'choice';
  options: readonly { value: string; label: string }[];
  many?: true;
}

/** A range of days; the address uses `de` and `ate`, the endpoint `from` and `to`. */
export interface PeriodFilter {
  kind: 'period';
  label: string;
}

/** A value set by a link from another page: shown as a chip, never asked for. */
export interface LinkedFilter extends FilterField {
  kind: 'given';
}

export type TableFilter = ChoiceFilter | PeriodFilter | LinkedFilter;

/** A page of a list as every list endpoint returns it (`contract/staff/tables.ts`). */
export interface TablePage<Row> {
  items: Row[];
  next: string | null;
  previous: string | null;
  count: number;
  more: boolean;
}

/** Definition of a dashboard list: endpoint, address, columns, filters and texts. */
export interface TableDefinition<Row> {
  /** Name of the list for settings and exports, the same as on the server. */
  name: StaffList;
  /** Caption for screen readers: «Pedidos». */
  caption: string;
  /** «pedido», «pedidos». */
  noun: readonly [one: string, many: string];
  /** What the search covers; undefined for a list without search. */
  search?: string;
  /** Reads a page from the list's endpoint. */
  read: (query: object) => Promise<TablePage<Row>>;
  columns: readonly TableColumn<Row>[];
  filters: readonly TableFilter[];
  defaultSort: string;
  /** Shown when no item exists at all. */
  empty: { title: string; text: string };
  /** Predefined views, shown before saved ones. */
  views: readonly { name: string; query: string }[];
  /** The page's own tabs lead to the predefined views, so their row shows saved views only. */
  viewsAreTabs?: true;
  /** Parameter preserved in the address besides the list's own: the current tab. */
  preservedParams?: readonly string[];
}

/** The list's own parameters in the address. */
export const tableParams = { q: 'busca', sort: 'ordem', cursor: 'lugar', size: 'por' } as const;

/** The address's parameters as the endpoint's query. */
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

/** Parameters that narrow the list: search and filters, not sort or page. */
export function filterParams<Row>({ filters }: Pick<TableDefinition<Row>, 'filters'>): string[] {
  return [
    tableParams.q,
    ...filters.flatMap((filter) => (filter.kind === 'period' ? ['de', 'ate'] : [filter.param])),
  ];
}
