import type * as z from 'zod/mini';
import { listAuditLog } from '#contract/staff.ts';
import type { Table, TableQuery } from '#server/lists/table.ts';
import type { Cell } from '#server/lists/csv.ts';
import { auditTable } from './audit.ts';

/** A list that can be had as a file. */
export interface ExportedTable {
  table: Table<TableQuery, { id: number }, unknown>;
  query: z.ZodMiniType;
  /** The file's head, and a row of it. */
  head: readonly string[];
  line: (item: never) => Cell[];
}

function exported<Q extends TableQuery, Row extends { id: number }, Item>(
  table: Table<Q, Row, Item>,
  query: z.ZodMiniType<Q>,
  columns: Record<string, (item: Item) => Cell>,
): ExportedTable {
  return {
    table: table as unknown as ExportedTable['table'],
    query,
    head: Object.keys(columns),
    line: (item: Item) => Object.values(columns).map((cell) => cell(item)),
  };
}

/** Every list that can be had as a file, by hand. */
const all: readonly ExportedTable[] = [
  exported(auditTable, listAuditLog.query, {
    Quando: ({ at }) => at,
    Quem: ({ actor }) => actor,
    Papel: ({ role }) => role,
    Ação: ({ kind }) => kind,
    Objeto: ({ subject }) => `${subject.kind} ${subject.id}`,
    IP: ({ ip }) => ip,
    Antes: ({ before }) => before && JSON.stringify(before),
    Depois: ({ after }) => after && JSON.stringify(after),
    Motivo: ({ reason }) => reason,
  }),
];

export const exportedTables: ReadonlyMap<string, ExportedTable> = new Map(
  all.map((one) => [one.table.name, one]),
);
