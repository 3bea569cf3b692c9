import * as contract from '#contract/accounts.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { registerAccount, signIn, signOut } from './commands.ts';
import { confirmEmail, resendConfirmation } from './confirmations.ts';
import { currentUser, profile, userInfo } from './queries.ts';
import { usernameAvailability } from './usernames.ts';

const ok = { ok: true } as const;

export const accountRoutes: Route[] = [
  route(contract.getUser, (ctx, call) => currentUser(ctx.db, call.viewer.id)),
  route(contract.getUserRole, async (_ctx, call) => ({ slug: call.viewer.role })),
  route(contract.getUserInfo, (ctx, call) => userInfo(ctx.db, call.viewer)),
  route(contract.register, (ctx, call) => registerAccount(ctx, call.body, call)),
  route(contract.createSession, (ctx, call) => signIn(ctx, call.body, call)),
  route(contract.deleteSession, async (ctx, call) => {
    await signOut(ctx, call.viewer);
    return ok;
  }),
  route(contract.getUsernameAvailability, (ctx, call) => usernameAvailability(ctx.db, call.params.username)),
  route(contract.confirmEmail, async (ctx, call) => {
    await confirmEmail(ctx, call.body.token);
    return ok;
  }),
  route(contract.resendEmailConfirmation, async (ctx, call) => {
    await resendConfirmation(ctx, call.viewer);
    return ok;
  }),
  route(contract.getProfile, (ctx, call) => profile(ctx.db, call.params.username)),
];
