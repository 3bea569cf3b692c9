import * as contract from '#contract/appeals/appeals.ts';
import * as staff from '#contract/appeals/staff-appeals.ts';
import { fail } from '#domain/errors.ts';
import type { Ctx, Queryable } from '#server/context.ts';
import { decisionOfKey } from '#server/accounts/sessions/banned.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { appealDecision } from './commands.ts';
import { decisionById, ownDecisions, pendingAppeals } from './queries.ts';
import { decideAppeal } from './rulings.ts';

export const appealRoutes: Route[] = [
  route(contract.listOwnDecisions, (ctx, { viewer, query }) => ownDecisions(ctx, viewer, query)),
  route(contract.openAppeal, (_ctx, { tx, viewer, params, body }) =>
    appealDecision(tx, { decisionId: params.id, personId: viewer.id, viewer, words: body.words }),
  ),
  route(contract.readLinkedDecision, async (ctx, { body }) => (await linked(ctx, ctx.db, body.key)).decision),
  route(contract.openLinkedAppeal, (ctx, { body }) =>
    inTransaction(ctx.db, async (tx) => {
      const { personId, decision } = await linked(ctx, tx, body.key);
      return appealDecision(tx, { decisionId: decision.id, personId, viewer: null, words: body.words });
    }),
  ),
  route(staff.listAppeals, (ctx, { viewer }) => pendingAppeals(ctx.db, viewer)),
  route(staff.decideAppeal, (ctx, { tx, viewer, params, body }) =>
    decideAppeal(ctx, tx, viewer, { ...params, ...body }),
  ),
];

/** The decision of a link's key. @throws `not_found` for a key that was not made here */
function linked(ctx: Ctx, db: Queryable, key: string) {
  return decisionById(db, decisionOfKey(ctx, key) ?? fail('not_found'));
}
