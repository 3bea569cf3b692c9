import * as contract from '#contract/accounts/privacy.ts';
import { acceptTerms } from '#server/accounts/terms.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { startClosure, cancelOwnClosure } from './closures.ts';
import { giveConsent } from './commands.ts';
import { openExport, requestExport } from './export/exports.ts';
import { legacyAccount, privacyOf } from './queries.ts';
import { changeStanding, endSessionsOf } from './standing.ts';

export const privacyRoutes: Route[] = [
  route(contract.getPrivacy, (ctx, { viewer }) => privacyOf(ctx, viewer)),
  route(contract.giveConsent, (ctx, call) => giveConsent(ctx, call, call.body)),
  route(contract.acceptTerms, (ctx, call) => acceptTerms(ctx, call, call.params)),
  route(contract.requestExport, (ctx, { viewer, ip }) => requestExport(ctx, viewer, ip)),
  route(contract.openExport, (ctx, { viewer, params }) => openExport(ctx, viewer, params.id)),
  route(contract.requestClosure, (ctx, call) => startClosure(ctx, call, call.body.username)),
  route(contract.cancelClosure, async (ctx, call) => {
    await cancelOwnClosure(ctx, call);
    return { ok: true } as const;
  }),
  route(contract.getLegacyAccount, (ctx, { viewer }) => legacyAccount(ctx.db, viewer)),
  route(contract.setAccountState, (ctx, { viewer, params, body, ip }) =>
    changeStanding(ctx, viewer, { ...params, ...body, ip }),
  ),
  route(contract.endUserSessions, (ctx, { viewer, params, ip }) =>
    endSessionsOf(ctx, viewer, { ...params, ip }),
  ),
];
