import * as own from '#contract/account.ts';
import * as contract from '#contract/accounts.ts';
import * as sessions from '#contract/sessions.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { registerAccount } from './commands.ts';
import { confirmEmail, resendConfirmation } from './confirmations.ts';
import { changePassword } from './password-change.ts';
import { checkPasswordReset, requestPasswordReset, resetPassword } from './password-resets.ts';
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
  route(own.resendEmailConfirmation, async (ctx, call) => {
    await resendConfirmation(ctx, call.viewer);
    return ok;
  }),
  route(own.changePassword, async (ctx, call) => {
    await changePassword(ctx, call.viewer, call.body, call.ip);
    return ok;
  }),
  route(sessions.requestPasswordReset, async (ctx, call) => {
    await requestPasswordReset(ctx, call.body.email, call.ip);
    return ok;
  }),
  route(sessions.checkPasswordReset, (ctx, call) => checkPasswordReset(ctx.db, call.body.token)),
  route(sessions.resetPassword, (ctx, call) => resetPassword(ctx, call.body, call)),
  route(contract.getProfile, (ctx, call) => profile(ctx.db, call.params.username)),
];
