import * as contract from '#contract/accounts/ages.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { correctBirth } from './births.ts';
import { askGuardian, endConsent, giveConsent } from './consents.ts';
import { guardianship } from './queries.ts';

const ok = { ok: true } as const;

export const ageRoutes: Route[] = [
  route(contract.getGuardianship, (ctx, { viewer }) => guardianship(ctx, viewer)),
  route(contract.askGuardian, async (ctx, { tx, viewer, body }) => {
    await askGuardian(ctx, tx, viewer, body);
    return ok;
  }),
  route(contract.giveConsent, async (ctx, { viewer, params, body }) => {
    await giveConsent(ctx, viewer, { ...params, ...body });
    return ok;
  }),
  route(contract.endConsent, async (ctx, { viewer, params }) => {
    await inTransaction(ctx.db, (tx) => endConsent(tx, viewer, params.id));
    return ok;
  }),
  route(contract.correctBirth, async (ctx, { viewer, params, body }) => {
    await inTransaction(ctx.db, (tx) => correctBirth(tx, viewer, { ...params, ...body }));
    return { id: params.id };
  }),
];
