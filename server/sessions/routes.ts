import { getUser, getUserRole } from '#contract/accounts.ts';
import * as contract from '#contract/sessions.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { currentUser, sessionState } from './queries.ts';
import { signIn, signOut } from './sign-in.ts';

const ok = { ok: true } as const;

export const sessionRoutes: Route[] = [
  route(getUser, async (ctx, { viewer }) =>
    currentUser(ctx.db, viewer.id, await sessionState(ctx.db, viewer.sessionId)),
  ),
  route(getUserRole, async (ctx, { viewer }) => ({
    slug: (await sessionState(ctx.db, viewer.sessionId)) === 'pending' ? 'user' : viewer.role,
  })),
  route(contract.createSession, (ctx, call) => signIn(ctx, call.body, call)),
  route(contract.deleteSession, async (ctx, call) => {
    await signOut(ctx, call.viewer);
    return ok;
  }),
];
