import * as contract from '#contract/staff/staff.ts';
import * as listings from '#contract/listings/staff-listings.ts';
import * as orders from '#contract/orders/staff-orders.ts';
import * as setup from '#contract/staff/setup.ts';
import * as overview from '#contract/staff/overview.ts';
import * as payments from '#contract/payments/staff-payments.ts';
import * as people from '#contract/staff/people.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { enqueue } from '#server/background/jobs.ts';
import { listPage } from '#server/lists/table.ts';
import { auditTable } from './audit.ts';
import { readBooks } from './books.ts';
import { openTableExport, requestTableExport, readTableExports } from './tables/exports.ts';
import { moderate, moveToCategory } from './tables/listing-decisions.ts';
import { listingsTable, readPriceCurve, readStaffListing } from './tables/listings.ts';
import { writeNote } from './notes.ts';
import { ordersTable, readStaffOrder } from './tables/orders.ts';
import { cachedOverview } from './overview/overview.ts';
import { readStaffPayment } from './tables/payment-details.ts';
import { cachedPaymentHealth } from './overview/payment-health.ts';
import { paymentsTable, reconcile, reconcileAll } from './tables/payments.ts';
import { readSetup } from './setup/setup.ts';
import { runTryOut } from './setup/try-outs.ts';
import { setPersonLevel } from './people/levels.ts';
import { unmask } from './people/unmask.ts';
import { changeRole } from './people/role-changes.ts';
import { listPeopleWithMoney, readPerson } from './tables/people.ts';
import { openOrderAccess } from '#server/staff/access/cases.ts';
import { openDeliveryNote } from './delivery-note.ts';
import { readQueues } from './overview/queues.ts';
import { searchEverything } from './tables/search.ts';
import { findStrayMoney } from './overview/stray-money.ts';
import { storeTableSettings, readTableSettings } from './tables/table-settings.ts';

export const staffRoutes: Route[] = [
  route(contract.listQueues, (ctx, { viewer }) => readQueues(ctx, viewer)),
  route(contract.searchStaff, (ctx, { query }) => searchEverything(ctx.db, query.q)),
  route(contract.listAuditLog, (ctx, { query }) => listPage(ctx.db, auditTable, query)),
  route(contract.getTableSettings, (ctx, { viewer, params }) =>
    readTableSettings(ctx.db, viewer, params.table),
  ),
  route(contract.saveTableSettings, (ctx, { viewer, params, body }) =>
    storeTableSettings(ctx.db, viewer, params.table, body),
  ),
  route(contract.exportTable, (_ctx, { tx, viewer, body }) => requestTableExport(tx, viewer, body)),
  route(contract.listTableExports, (ctx, { viewer }) => readTableExports(ctx.db, viewer)),
  route(contract.openTableExport, (ctx, { viewer, params }) => openTableExport(ctx, viewer, params.id)),
  route(setup.getSetup, (ctx, { viewer }) => readSetup(ctx, viewer)),
  route(setup.tryOut, (ctx, { viewer, body }) => runTryOut(ctx, viewer, body.kind)),
  route(overview.getOverview, (ctx, { query }) => cachedOverview(ctx, Number(query.days ?? 30))),
  route(overview.getBooks, (ctx) => readBooks(ctx)),
  route(overview.checkBooks, async (_ctx, { tx }) => {
    await enqueue(tx, 'staff.check-books', {});
    return { ok: true } as const;
  }),
  route(people.listPeople, (ctx, { query }) => listPeopleWithMoney(ctx, query)),
  route(people.getPerson, (ctx, { viewer, params }) => readPerson(ctx, viewer, params.id)),
  route(people.unmaskPerson, (ctx, { viewer, params, body }) => unmask(ctx, viewer, { ...params, ...body })),
  route(people.setRole, (ctx, { viewer, params, body }) => changeRole(ctx, viewer, { ...params, ...body })),
  route(people.setLevel, (ctx, { viewer, params, body }) =>
    setPersonLevel(ctx, viewer, { ...params, ...body }),
  ),
  route(people.writeNote, (_ctx, { tx, viewer, body }) => writeNote(tx, viewer, body)),
  route(listings.listStaffListings, (ctx, { query }) => listPage(ctx.db, listingsTable, query)),
  route(listings.getStaffListing, (ctx, { viewer, params }) => readStaffListing(ctx, viewer, params.id)),
  route(listings.moderateListing, (ctx, { tx, viewer, params, body }) =>
    moderate(ctx, tx, viewer, { ...params, ...body }),
  ),
  route(listings.moveStaffListing, (_ctx, { tx, viewer, params, body }) =>
    moveToCategory(tx, viewer, { ...params, ...body }),
  ),
  route(listings.getPriceCurve, (ctx) => readPriceCurve(ctx)),
  route(orders.listStaffOrders, (ctx, { query }) => listPage(ctx.db, ordersTable, query)),
  route(orders.openDeliveryNote, (ctx, { viewer, params }) => openDeliveryNote(ctx, viewer, params.hash)),
  route(orders.openOrderAccess, (ctx, { viewer, params, body }) =>
    openOrderAccess(ctx, viewer, { ...params, ...body }),
  ),
  route(orders.getStaffOrder, (ctx, { viewer, params }) => readStaffOrder(ctx, viewer, params.id)),
  route(payments.listStaffPayments, (ctx, { query }) => listPage(ctx.db, paymentsTable, query)),
  route(payments.getStaffPayment, (ctx, { params }) => readStaffPayment(ctx, params.id)),
  route(payments.getPaymentHealth, (ctx) => cachedPaymentHealth(ctx)),
  route(payments.listStrayMoney, async (ctx, { viewer }) => ({
    items: await findStrayMoney(ctx.db, viewer),
  })),
  route(payments.reconcilePendingPayments, (ctx, { viewer }) => reconcileAll(ctx, viewer)),
  route(payments.reconcilePayment, (ctx, { viewer, params }) => reconcile(ctx, viewer, params.id)),
];
