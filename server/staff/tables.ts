import type * as z from 'zod/mini';
import { listStaffListings } from '#contract/staff-listings.ts';
import { listStaffOrders } from '#contract/staff-orders.ts';
import { listStaffPayments } from '#contract/staff-payments.ts';
import { listPeople } from '#contract/staff-people.ts';
import { listAuditLog } from '#contract/staff.ts';
import type { Table, TableQuery } from '#server/lists/table.ts';
import { csvCents } from '#domain/csv.ts';
import type { StaffList } from '#domain/staff-lists.ts';
import { auditTable } from './audit.ts';
import { listingsTable } from './listings.ts';
import { ordersTable } from './orders.ts';
import { paymentsTable } from './payments.ts';
import { peopleTable } from './people.ts';

/** A list that can be had as a file. */
export interface ExportedTable {
  table: Table<TableQuery, { id: number }, unknown>;
  query: z.ZodMiniType;
  /** The file's head, and a row of it. */
  head: readonly string[];
  line: (item: never) => string[];
}

function exported<Q extends TableQuery, Row extends { id: number }, Item>(
  table: Table<Q, Row, Item>,
  query: z.ZodMiniType<Q>,
  columns: Record<string, (item: Item) => string | null>,
): ExportedTable {
  return {
    table: table as unknown as ExportedTable['table'],
    query,
    head: Object.keys(columns),
    line: (item: Item) => Object.values(columns).map((cell) => cell(item) ?? ''),
  };
}

/** Every list that can be had as a file. */
export const exportedTables: Record<StaffList, ExportedTable> = {
  registro: exported(auditTable, listAuditLog.query, {
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
  usuarios: exported(peopleTable, listPeople.query, {
    Usuário: ({ username }) => username,
    'E-mail': ({ email }) => email,
    Papel: ({ role }) => role,
    Situação: ({ state }) => state,
    Nível: ({ level }) => level,
    Desde: ({ createdAt }) => createdAt,
  }),
  pedidos: exported(ordersTable, listStaffOrders.query, {
    Código: ({ code }) => code,
    Título: ({ title }) => title,
    Situação: ({ state }) => state,
    'Quem compra': ({ buyer }) => buyer.username,
    'Quem vende': ({ seller }) => seller.username,
    Total: ({ totalCents }) => csvCents(totalCents),
    'Feito em': ({ createdAt }) => createdAt,
    'Pago em': ({ paidAt }) => paidAt,
    Comissão: ({ commissionCents }) => csvCents(commissionCents),
    'Tipo de quem vende': ({ sellerTaxType }) => sellerTaxType,
    'Nota fiscal': ({ invoiceKey }) => invoiceKey,
  }),
  anuncios: exported(listingsTable, listStaffListings.query, {
    Número: ({ id }) => String(id),
    Título: ({ title }) => title,
    'Quem vende': ({ seller }) => seller.username,
    Categoria: ({ category }) => category,
    Preço: ({ priceCents }) => (priceCents === null ? null : csvCents(priceCents)),
    Plano: ({ plan }) => plan,
    Situação: ({ state }) => state,
    Denúncias: ({ openReports }) => String(openReports),
    'Mudado em': ({ updatedAt }) => updatedAt,
  }),
  pagamentos: exported(paymentsTable, listStaffPayments.query, {
    Número: ({ id }) => String(id),
    Pedido: ({ order }) => order.code,
    Meio: ({ method }) => method,
    Valor: ({ amountCents }) => csvCents(amountCents),
    Recebido: ({ receivedCents }) => csvCents(receivedCents),
    Situação: ({ state }) => state,
    Provedor: ({ provider }) => provider,
    Referência: ({ reference }) => reference,
    'Id do Pix': ({ endToEndId }) => endToEndId,
    'Feito em': ({ createdAt }) => createdAt,
    'Aprovado em': ({ confirmedAt }) => confirmedAt,
  }),
};
