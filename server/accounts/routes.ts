import * as own from '#contract/account.ts';
import * as contract from '#contract/accounts.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { registerAccount } from './commands.ts';
import { confirmEmail, confirmEmailByCode, resendConfirmation } from './confirmations.ts';
import { profile, userInfo } from './queries.ts';
import { usernameAvailability } from './usernames.ts';

const ok = { ok: true } as const;

export const accountRoutes: Route[] = [
  route(contract.getUserInfo, (ctx, call) => userInfo(ctx.db, call.viewer)),
  route(contract.register, (ctx, call) => registerAccount(ctx, call.body, call)),
  route(contract.getUsernameAvailability, (ctx, call) => usernameAvailability(ctx.db, call.params.username)),
  route(own.confirmEmail, async (ctx, call) => {
    await confirmEmail(ctx, call.body.token);
    return ok;
  }),
  route(own.confirmEmailByCode, async (ctx, call) => {
    await confirmEmailByCode(ctx, call.viewer, call.body.code);
    return ok;
  }),
  route(own.resendEmailConfirmation, async (ctx, call) => {
    await resendConfirmation(ctx, call.viewer);
    return ok;
  }),
  route(contract.getProfile, (ctx, call) => profile(ctx.db, call.params.username)),
];
