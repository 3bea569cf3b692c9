import * as contract from '#contract/accounts/second-factors.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { beginTotp, confirmTotp, removeTotp, renewRecoveryCodes } from './commands.ts';
import { beginPasskey, removePasskey, storePasskey, renamePasskey } from './passkey-registration.ts';
import { secondFactors } from './queries.ts';

const ok = { ok: true } as const;

export const factorRoutes: Route[] = [
  route(contract.getSecondFactors, (ctx, call) => secondFactors(ctx, call.viewer)),
  route(contract.beginTotp, (ctx, call) => beginTotp(ctx, call.viewer)),
  route(contract.confirmTotp, (ctx, call) => confirmTotp(ctx, call.viewer, call.body.code, call.ip)),
  route(contract.removeTotp, async (ctx, call) => {
    await removeTotp(ctx, call.viewer, call.ip);
    return ok;
  }),
  route(contract.renewRecoveryCodes, (ctx, call) => renewRecoveryCodes(ctx, call.viewer, call.ip)),
  route(contract.beginPasskey, (ctx, call) => beginPasskey(ctx, call.viewer)),
  route(contract.createPasskey, (ctx, call) => storePasskey(ctx, call.viewer, call.body, call.ip)),
  route(contract.renamePasskey, (ctx, call) =>
    renamePasskey(ctx, call.viewer, call.params.id, call.body.name),
  ),
  route(contract.deletePasskey, async (ctx, call) => {
    await removePasskey(ctx, call.viewer, call.params.id, call.ip);
    return ok;
  }),
];
