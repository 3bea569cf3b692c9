import { getUser, getUserRole } from '#contract/accounts/accounts.ts';
import * as contract from '#contract/accounts/sessions.ts';
import { beginAssertion } from '#server/accounts/factors/passkeys.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { beginProof, currentSession } from './challenges.ts';
import { endOwnOthers, endOwnSession, ownSessions } from './own-sessions.ts';
import { signInByPasskey } from './passkey-sign-in.ts';
import { prove } from './proofs.ts';
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
  route(contract.getCurrentSession, (ctx, call) => currentSession(ctx, call.viewer)),
  route(contract.createProofChallenge, (ctx, call) => beginProof(ctx, call.viewer, call.body.method)),
  route(contract.createProof, (ctx, call) => prove(ctx, call.viewer, call.body, call.ip)),
  route(contract.listSessions, (ctx, call) => ownSessions(ctx, call.viewer)),
  route(contract.endSession, async (ctx, call) => {
    await endOwnSession(ctx, call.viewer, call.params.id, call.ip);
    return ok;
  }),
  route(contract.endOtherSessions, (ctx, call) => endOwnOthers(ctx, call.viewer, call.ip)),
  route(contract.createPasskeyChallenge, (ctx) => beginAssertion(ctx, null)),
  route(contract.createPasskeySession, (ctx, call) => signInByPasskey(ctx, call.body, call)),
];
