import * as contract from '#contract/accounts/identities.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { createIdentityAccount, createIdentitySession, findProvider } from './commands.ts';
import { linkIdentity, unlinkIdentity } from './links.ts';
import { createNonce } from './nonces.ts';
import { ownIdentities, signInProviders } from './queries.ts';

const ok = { ok: true } as const;

export const identityRoutes: Route[] = [
  route(contract.listSignInProviders, async (ctx) => signInProviders(ctx)),
  route(contract.createSignInNonce, async (ctx, { body, cookies }) => {
    const { slug } = findProvider(ctx, body.provider);
    return { nonce: await createNonce(ctx.db, cookies, slug) };
  }),
  route(contract.createIdentitySession, (ctx, call) => createIdentitySession(ctx, call.body, call)),
  route(contract.createIdentityAccount, (ctx, call) => createIdentityAccount(ctx, call.body, call)),
  route(contract.listIdentities, (ctx, { viewer }) => ownIdentities(ctx, viewer)),
  route(contract.linkIdentity, (ctx, call) => linkIdentity(ctx, call.viewer, call.body, call)),
  route(contract.unlinkIdentity, async (ctx, call) => {
    await unlinkIdentity(ctx, call.viewer, call.params, call.ip);
    return ok;
  }),
];
