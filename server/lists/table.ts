import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { cached } from '#server/concurrency/cache.ts';
import type { Queryable } from '#server/context.ts';
import { readCursor, writeCursor } from './cursor.ts';
import type { Cursor } from './cursor.ts';

/** One sort of a list. It is offered only if an index on (`by`, the table's id) exists. */
export interface Sort {
  by: RawBuilder<unknown>;
  /** The type of `by`: a cursor's value compared as another type would not use the index. */
  type: 'bigint' | 'text' | 'citext' | 'instant';
}

/** The query parameters of every list (`contract/staff/tables.ts`). */
export interface TableQuery {
  q?: string | undefined;
  sort?: string | undefined;
  cursor?: string | undefined;
  size?: '25' | '50' | '100' | undefined;
}

/**
 * A list as its feature defines it: its source, its filters and sorts, and the presentation of a row. {@link listPage}
 * does the rest.
 */
export interface Table<Q extends TableQuery, Row extends { id: number }, Item> {
  name: string;
  columns: RawBuilder<unknown>;
  /** The table, with alias `t`, whose `id` breaks ties. */
  source: RawBuilder<unknown>;
  /** Joined after the page is cut from `source`; they must not change the number of rows. */
  joins?: RawBuilder<unknown>;
  sorts: Record<string, Sort>;
  /** The default sort: `-id` is newest first. */
  defaultSort: string | ((query: Q) => string);
  /**
   * Whether its conditions are literals (`sql.lit`), always or for this query, so that one plan serves every page.
   * Planning a page takes longer than reading it; where a filter is a parameter, the best plan depends on how many rows
   * match its value.
   */
  hasFixedPlan?: true | ((query: Q) => boolean);
  /** Conditions on `source` for the query's filters; `undefined` adds none. */
  where?: (query: Q) => (RawBuilder<unknown> | undefined)[];
  /**
   * Conditions of which a row fulfils at most one, each a range of an index in the order of the sort. As a single
   * condition (`= any`), they would be searched by scanning the whole list.
   */
  ranges?: (query: Q) => RawBuilder<unknown>[] | undefined;
  present: (row: Row) => Item;
}

/** A page and the cursors of its neighbours. */
export interface PageSlice<Item> {
  items: Item[];
  next: string | null;
  previous: string | null;
}

export interface Page<Item> extends PageSlice<Item> {
  count: number;
  more: boolean;
}

/** The limit of an exact count; beyond it a list says «more than». */
const countLimit = 10_000;
/** Up to here every request counts: 0.2 ms instead of 2. A larger count is cached as {@link largeCounts} says. */
const freshLimit = 1_000;
const largeCounts = { name: 'large counts of lists', maxEntries: 500, ttlMs: 10_000 };

/**
 * A page of a list, with the number of rows.
 * @throws `invalid_request` for a cursor of another sort
 */
export async function listPage<Q extends TableQuery, Row extends { id: number }, Item>(
  db: Queryable,
  table: Table<Q, Row, Item>,
  query: Q,
): Promise<Page<Item>> {
  return { ...(await readPage(db, table, query)), ...(await count(db, table, query)) };
}

/**
 * A page of a list by keyset pagination: the rows after (or before) the cursor's position in the index of the sort, so
 * that the thousandth page costs what the first costs.
 * @throws `invalid_request` for a cursor of another sort
 */
export async function readPage<Q extends TableQuery, Row extends { id: number }, Item>(
  db: Queryable,
  table: Table<Q, Row, Item>,
  query: Q,
): Promise<PageSlice<Item>> {
  const size = Number(query.size ?? 50);
  const { rows, place } = await readRows<Q, Row & Positioned>(db, table, query, size + 1);
  const shown = rows.slice(0, size);
  const backwards = place?.backwards ?? false;
  if (backwards) shown.reverse();
  const hasMore = rows.length > size;
  const cursor = (row: (Positioned & { id: number }) | undefined, toPrevious: boolean) =>
    row
      ? writeCursor({ sort: sortOf(table, query).key, value: row.place, id: row.id, backwards: toPrevious })
      : null;
  return {
    items: shown.map((row) => table.present(row)),
    next: hasMore || backwards ? cursor(shown.at(-1), false) : null,
    previous: place && (!backwards || hasMore) ? cursor(shown[0], true) : null,
  };
}

/** All rows of a list in order, read a thousand at a time: for exports. */
export async function* allRows<Q extends TableQuery, Row extends { id: number }, Item>(
  db: Queryable,
  table: Table<Q, Row, Item>,
  query: Q,
): AsyncGenerator<Item> {
  const batch = 1_000;
  for (let cursor: string | undefined; ;) {
    const { rows } = await readRows<Q, Row & Positioned>(db, table, { ...query, cursor }, batch);
    for (const row of rows) yield table.present(row);
    const last = rows.at(-1);
    if (!last || rows.length < batch) return;
    cursor = writeCursor({
      sort: sortOf(table, query).key,
      value: last.place,
      id: last.id,
      backwards: false,
    });
  }
}

interface Positioned {
  /** The row's sort value, as text. */
  place: string;
}

async function readRows<Q extends TableQuery, Row>(
  db: Queryable,
  table: Table<Q, never, unknown>,
  query: Q,
  rowCount: number,
) {
  const { key, sort, descending } = sortOf(table, query);
  const place = query.cursor === undefined ? null : readCursor(query.cursor, { sort: key, type: sort.type });
  const down = descending !== (place?.backwards ?? false);
  const direction = down ? sql`desc` : sql`asc`;
  const limit = limitOf(table, query, rowCount);
  const beyond = place
    ? sql`(${sort.by}, t.id) ${down ? sql`<` : sql`>`} (${valueOf(sort, place)}, ${place.id}::bigint)`
    : undefined;
  const order = sql`order by ${sort.by} ${direction}, t.id ${direction}`;
  const ranges = rangesOf(table, query, [beyond]).map(
    (range) => sql`(select t.* from ${table.source} ${range} ${order} limit ${limit})`,
  );
  const { rows } = await sql<Row>`
    select ${table.columns}, t.id, ${positionOf(sort)} as place
    from (select t.* from (${sql.join(ranges, sql` union all `)}) t ${order} limit ${limit}) t ${table.joins ?? sql``}
    ${order}`.execute(db);
  return { rows, place };
}

function limitOf<Q extends TableQuery>(table: Table<Q, never, unknown>, query: Q, rowCount: number) {
  const { hasFixedPlan = () => false } = table;
  return hasFixedPlan === true || hasFixedPlan(query) ? sql.lit(rowCount) : rowCount;
}

/** SQL of a row's sort value in the form that a cursor carries. */
function positionOf({ by, type }: Sort): RawBuilder<unknown> {
  return type === 'instant' ? sql`(extract(epoch from ${by}) * 1000000)::bigint::text` : sql`(${by})::text`;
}

/** The reverse: SQL of the value that the index is compared with. */
function valueOf({ type }: Sort, { value }: Cursor): RawBuilder<unknown> {
  return type === 'instant'
    ? sql`timestamptz 'epoch' + ${value}::bigint * interval '1 microsecond'`
    : sql`${value}::${sql.raw(type)}`;
}

async function count<Q extends TableQuery>(db: Queryable, table: Table<Q, never, unknown>, query: Q) {
  const { cursor: _cursor, sort: _sort, size: _size, ...filters } = query;
  const fresh = await countUpTo(db, table, query, freshLimit + 1);
  const key = `${table.name} ${JSON.stringify(filters)}`;
  const found =
    fresh <= freshLimit
      ? fresh
      : await cached(db, largeCounts, key, () => countUpTo(db, table, query, countLimit + 1));
  return { count: Math.min(found, countLimit), more: found > countLimit };
}

async function countUpTo<Q extends TableQuery>(
  db: Queryable,
  table: Table<Q, never, unknown>,
  query: Q,
  rowCount: number,
): Promise<number> {
  const limit = limitOf(table, query, rowCount);
  const ranges = rangesOf(table, query).map(
    (range) => sql`(select from ${table.source} ${range} limit ${limit})`,
  );
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from (${sql.join(ranges, sql` union all `)}) each_range limit ${limit}) found`.execute(db);
  return rows[0]!.count;
}

/** The parts of a list that are queried separately, each as a `where`: one, or those of {@link Table.ranges}. */
function rangesOf<Q extends TableQuery>(
  table: Table<Q, never, unknown>,
  query: Q,
  extra: (RawBuilder<unknown> | undefined)[] = [],
): RawBuilder<unknown>[] {
  const always = [...(table.where?.(query) ?? []), ...extra];
  return (table.ranges?.(query) ?? [undefined]).map((range) => conditions([range, ...always]));
}

function conditions(all: (RawBuilder<unknown> | undefined)[]): RawBuilder<unknown> {
  const asked = all.filter((one) => one !== undefined);
  return asked.length === 0 ? sql`` : sql`where ${sql.join(asked, sql` and `)}`;
}

function sortOf<Q extends TableQuery>(table: Table<Q, never, unknown>, query: Q) {
  const { defaultSort } = table;
  const key = query.sort ?? (typeof defaultSort === 'string' ? defaultSort : defaultSort(query));
  const descending = key.startsWith('-');
  return { key, sort: table.sorts[descending ? key.slice(1) : key]!, descending };
}

/** Conditions from the beginning of one day to the end of another, in São Paulo. */
export function betweenDays(
  column: RawBuilder<unknown>,
  from: string | undefined,
  to: string | undefined,
): (RawBuilder<unknown> | undefined)[] {
  return [
    from === undefined
      ? undefined
      : sql`${column} >= ${from}::date::timestamp at time zone 'America/Sao_Paulo'`,
    to === undefined
      ? undefined
      : sql`${column} < (${to}::date + 1)::timestamp at time zone 'America/Sao_Paulo'`,
  ];
}
