import type { StaffList } from '#domain/staff/lists.ts';
import type { TableQuery } from '#server/lists/table.ts';
import { auditTable } from '#server/staff/audit.ts';
import { listingsTable } from './listings.ts';
import { ordersTable } from './orders.ts';
import { paymentsTable } from './payments.ts';
import { peopleTable } from './people.ts';
import type { StaffTable } from './staff-table.ts';

/** Every list that can be exported. */
export const staffTables = {
  registro: auditTable,
  usuarios: peopleTable,
  pedidos: ordersTable,
  anuncios: listingsTable,
  pagamentos: paymentsTable,
} satisfies Record<StaffList, object> as unknown as Record<
  StaffList,
  StaffTable<TableQuery, { id: number }, unknown>
>;
