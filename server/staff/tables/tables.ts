import type * as z from 'zod/mini';
import { listStaffListings } from '#contract/listings/staff-listings.ts';
import { listStaffOrders } from '#contract/orders/staff-orders.ts';
import { listStaffPayments } from '#contract/payments/staff-payments.ts';
import { listPeople } from '#contract/staff/people.ts';
import { listAuditLog } from '#contract/staff/staff.ts';
import type { Table, TableQuery } from '#server/lists/table.ts';
import { csvCents, csvInstant } from '#domain/text/csv.ts';
import { formatAuditFacts } from '#domain/staff/audit-facts.ts';
import { decisionLabel, roleLabels, subjectLabels } from '#domain/staff/audit-labels.ts';
import {
  accountNames,
  methodNames,
  orderNames,
  paymentName,
  planNames,
  providerName,
  staffListingName,
  taxTypeNames,
} from '#domain/state-names.ts';
import type { StaffList } from '#domain/staff/lists.ts';
import { auditTable } from '#server/staff/audit.ts';
import { listingsTable } from './listings.ts';
import { ordersTable } from './orders.ts';
import { paymentsTable } from './payments.ts';
import { peopleTable } from './people.ts';

/** A list that can be exported. */
export interface ExportedTable {
  table: Table<TableQuery, { id: number }, unknown>;
  query: z.ZodMiniType;
  /** The header of the file, and the cells of one item. */
  head: readonly string[];
  cells: (item: never) => string[];
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
    cells: (item: Item) => Object.values(columns).map((cell) => cell(item) ?? ''),
  };
}

/** Every list that can be exported. */
export const exportedTables: Record<StaffList, ExportedTable> = {
  registro: exported(auditTable, listAuditLog.query, {
    Quando: ({ at }) => csvInstant(at),
    Quem: ({ actor }) => actor,
    Papel: ({ role }) => roleLabels[role],
    Ação: ({ kind }) => decisionLabel(kind),
    Objeto: ({ subject }) => `${subjectLabels[subject.kind] ?? subject.kind} ${subject.id}`,
    IP: ({ ip }) => ip,
    Antes: ({ subject, before }) => formatAuditFacts(subject.kind, before),
    Depois: ({ subject, after }) => formatAuditFacts(subject.kind, after),
    Motivo: ({ reason }) => reason,
  }),
  usuarios: exported(peopleTable, listPeople.query, {
    Usuário: ({ username }) => username,
    'E-mail': ({ email }) => email,
    Papel: ({ role }) => roleLabels[role],
    Situação: ({ state }) => accountNames[state],
    Nível: ({ level }) => level,
    Desde: ({ createdAt }) => csvInstant(createdAt),
  }),
  pedidos: exported(ordersTable, listStaffOrders.query, {
    Código: ({ code }) => code,
    Título: ({ title }) => title,
    Situação: ({ state }) => orderNames[state],
    'Quem compra': ({ buyer }) => buyer.username,
    'Quem vende': ({ seller }) => seller.username,
    Total: ({ totalCents }) => csvCents(totalCents),
    'Feito em': ({ createdAt }) => csvInstant(createdAt),
    'Pago em': ({ paidAt }) => csvInstant(paidAt),
    Comissão: ({ commissionCents }) => csvCents(commissionCents),
    'Tipo de quem vende': ({ sellerTaxType }) => sellerTaxType && taxTypeNames[sellerTaxType],
    'Nota fiscal': ({ invoiceKey }) => invoiceKey,
  }),
  anuncios: exported(listingsTable, listStaffListings.query, {
    Número: ({ id }) => String(id),
    Título: ({ title }) => title,
    'Quem vende': ({ seller }) => seller.username,
    Categoria: ({ category }) => category,
    Preço: ({ priceCents }) => (priceCents === null ? null : csvCents(priceCents)),
    Plano: ({ plan }) => planNames[plan],
    Situação: ({ state }) => staffListingName(state),
    Denúncias: ({ openReports }) => String(openReports),
    'Mudado em': ({ updatedAt }) => csvInstant(updatedAt),
  }),
  pagamentos: exported(paymentsTable, listStaffPayments.query, {
    Número: ({ id }) => String(id),
    Pedido: ({ order }) => order.code,
    Meio: ({ method }) => methodNames[method],
    Valor: ({ amountCents }) => csvCents(amountCents),
    Recebido: ({ receivedCents }) => csvCents(receivedCents),
    Situação: (payment) => paymentName(payment),
    Provedor: ({ provider }) => providerName(provider),
    Referência: ({ reference }) => reference,
    'Id do Pix': ({ endToEndId }) => endToEndId,
    'Feito em': ({ createdAt }) => csvInstant(createdAt),
    'Aprovado em': ({ confirmedAt }) => csvInstant(confirmedAt),
  }),
};
