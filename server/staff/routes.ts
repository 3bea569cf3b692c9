import * as contract from '#contract/staff.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { listPage } from '#server/lists/table.ts';
import { auditTable } from './audit.ts';
import { requestTableExport, tableExports } from './exports.ts';
import { readQueues } from './queues.ts';
import { searchEverything } from './search.ts';
import { keepTableSettings, tableSettings } from './table-settings.ts';

export const staffRoutes: Route[] = [
  route(contract.listQueues, (ctx) => readQueues(ctx.db)),
  route(contract.searchStaff, (ctx, { query }) => searchEverything(ctx.db, query.q)),
  route(contract.listAuditLog, (ctx, { query }) => listPage(ctx.db, auditTable, query)),
  route(contract.getTableSettings, (ctx, { viewer, params }) => tableSettings(ctx.db, viewer, params.table)),
  route(contract.saveTableSettings, (ctx, { viewer, params, body }) =>
    keepTableSettings(ctx.db, viewer, params.table, body),
  ),
  route(contract.exportTable, (_ctx, { tx, viewer, body }) => requestTableExport(tx, viewer, body)),
  route(contract.listTableExports, (ctx, { viewer }) => tableExports(ctx, viewer)),
];
