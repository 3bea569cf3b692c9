import type * as z from 'zod/mini';
import type { StaffList } from '#domain/staff/lists.ts';
import type { Table, TableQuery } from '#server/lists/table.ts';

/** A list of the dashboard that staff can export. */
export interface StaffTable<Q extends TableQuery, Row extends { id: number }, Item> extends Table<
  Q,
  Row,
  Item
> {
  name: StaffList;
  /** The query of its endpoint, which an export repeats. */
  query: z.ZodMiniType<Q>;
  /** The columns of the CSV file in order: the header, and the cell of one item. */
  csv: Record<string, (item: Item) => string | null>;
}
