import { sql } from 'kysely';
import type { linkIdentity, listIdentities, listSignInProviders } from '#contract/accounts/identities.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import type { IdentityProvider } from '#server/adapters/oauth/identity-provider.ts';
import type { Ctx } from '#server/context.ts';

export interface IdentityRow {
  issuer: string;
  email: string | null;
  linked_at: Date;
}

/** The configured providers, for the buttons of the sign-in pages. */
export function signInProviders({ identityProviders }: Ctx): Reply<typeof listSignInProviders> {
  return { items: [...identityProviders] };
}

/** The providers linked to the account, of those that are configured now. */
export async function ownIdentities(ctx: Ctx, viewer: Viewer): Promise<Reply<typeof listIdentities>> {
  const { rows } = await sql<IdentityRow>`
    select issuer, email::text, linked_at from identities where user_id = ${viewer.id} order by linked_at`.execute(
    ctx.db,
  );
  const items = rows.flatMap((row) => {
    const provider = ctx.identityProviders.find(({ issuer }) => issuer === row.issuer);
    return provider ? [presentIdentity(provider, row)] : [];
  });
  return { items };
}

export function presentIdentity(
  { slug, name }: IdentityProvider,
  { email, linked_at }: IdentityRow,
): Reply<typeof linkIdentity> {
  return { provider: slug, name, email, linkedAt: linked_at.toISOString() };
}
