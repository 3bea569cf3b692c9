import { sql } from 'kysely';
import type {
  createIdentityAccount as accountEndpoint,
  createIdentitySession as sessionEndpoint,
} from '#contract/accounts/identities.ts';
import type { Body, Reply } from '#contract/endpoint.ts';
import { fail } from '#domain/errors.ts';
import { createAccount, refuseTakenName } from '#server/accounts/commands.ts';
import { usernameAvailability } from '#server/accounts/usernames.ts';
import type { IdentityProvider, ProvidedIdentity } from '#server/adapters/oauth/identity-provider.ts';
import type { Ctx, Queryable, Tx } from '#server/context.ts';
import type { Cookies } from '#server/http/cookies.ts';
import { hashToken } from '#server/http/session.ts';
import { beginSession } from '#server/accounts/sessions/begin.ts';
import type { Origin } from '#server/accounts/sessions/devices.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { consumeNonce } from './nonces.ts';
import { createTicket, consumeTicket } from './tickets.ts';
import { refuseClosedAccount } from '#server/accounts/sessions/banned.ts';

/** Verifies a provider's credential with a nonce of this browser, which is consumed. */
export async function verifyCredential(
  ctx: Ctx,
  { provider: slug, credential }: Body<typeof sessionEndpoint>,
  cookies: Cookies,
): Promise<{ provider: IdentityProvider; identity: ProvidedIdentity }> {
  const provider = findProvider(ctx, slug);
  const identity = await provider.verify(credential, {
    nonceMatches: (nonce) => consumeNonce(ctx.db, cookies, slug, nonce),
  });
  return { provider, identity };
}

/** @throws not_found for a provider that is not configured here */
export function findProvider({ identityProviders }: Ctx, slug: string): IdentityProvider {
  return identityProviders.find((provider) => provider.slug === slug) ?? fail('not_found');
}

/**
 * Signs in a person by a provider. Accounts are found by issuer and subject only, not by address; the address only
 * decides what an unknown person may do next (T50). The second factor is still required.
 */
export async function createIdentitySession(
  ctx: Ctx,
  input: Body<typeof sessionEndpoint>,
  origin: Origin,
): Promise<Reply<typeof sessionEndpoint>> {
  const { identity } = await verifyCredential(ctx, input, origin.cookies);
  const known = await findLinkedAccount(ctx.db, identity);
  if (!known) return requireRegistration(ctx, input.provider, identity, origin.cookies);
  if (known.banned) await refuseClosedAccount(ctx, ctx.db, known.id);
  return inTransaction(ctx.db, async (tx) => {
    // Locks the person before the identity, in the same order as a proof of the address that removes it.
    await sql`select from users where id = ${known.id} for share`.execute(tx);
    const { rows } = await sql`update identities set last_used_at = market_now(), email = ${identity.email}
      where issuer = ${identity.issuer} and subject = ${identity.subject} and user_id = ${known.id}
      returning 1 as linked`.execute(tx);
    if (rows.length === 0) fail('unavailable');
    return beginSession(ctx, tx, known.id, 'identity', origin);
  });
}

/**
 * Creates the account of a ticket. An address that the provider verified is proven at once, and accounts that only
 * claimed it lose it; any other address needs a confirmation mail.
 */
export async function createIdentityAccount(
  ctx: Ctx,
  { ticket, username }: Body<typeof accountEndpoint>,
  origin: Origin,
): Promise<Reply<typeof accountEndpoint>> {
  await refuseTakenName(ctx.db, username);
  return inTransaction(ctx.db, async (tx) => {
    const vouched = await consumeTicket(tx, origin.cookies, ticket);
    const { email, emailProven } = vouched;
    await refuseOwnedAddress(tx, email);
    const id = await createAccount(ctx, tx, { username, email, passwordHash: null, emailProven }, origin.ip);
    const { rows } = await sql`insert into identities (issuer, subject, user_id, email, last_used_at)
      values (${vouched.issuer}, ${vouched.subject}, ${id}, ${email}, market_now())
      on conflict do nothing returning 1 as kept`.execute(tx);
    // The same person registered in another window meanwhile.
    if (rows.length === 0) fail('link_expired');
    const opened = await beginSession(ctx, tx, id, 'registration', origin);
    await sql`update identities set session_id = (select id from sessions where token_hash = ${hashToken(opened.token)})
      where user_id = ${id}`.execute(tx);
    return opened;
  });
}

async function findLinkedAccount(
  db: Queryable,
  { issuer, subject }: ProvidedIdentity,
): Promise<{ id: number; banned: boolean } | null> {
  const { rows } = await sql<{ id: number; banned: boolean }>`
    select u.id, u.state = 'banned' as banned from identities i join users u on u.id = i.user_id
    where i.issuer = ${issuer} and i.subject = ${subject} and u.state <> 'closed'`.execute(db);
  return rows[0] ?? null;
}

/** Refuses an unknown person: the owner of an account must link it when signed in, a new account needs a username. */
async function requireRegistration(
  ctx: Ctx,
  slug: string,
  identity: ProvidedIdentity,
  cookies: Cookies,
): Promise<never> {
  const { issuer, subject, email, emailVerified, emailAuthoritative: emailProven } = identity;
  if (!emailVerified) fail('identity_email_unverified');
  await refuseOwnedAddress(ctx.db, email);
  const ticket = await createTicket(ctx.db, cookies, { provider: slug, issuer, subject, email, emailProven });
  const wanted = email.split('@')[0]!.toLowerCase();
  const { available, suggestion } = await usernameAvailability(ctx.db, wanted);
  return fail('registration_needed', { meta: { ticket, email, username: available ? wanted : suggestion } });
}

/** Refuses an address with an owner, because accounts are not linked by address, and an address of staff. */
async function refuseOwnedAddress(db: Queryable | Tx, email: string): Promise<void> {
  const { rows } = await sql<{ owned: boolean }>`
    select exists (select from users where email = ${email}::citext
      and (email_verified_at is not null or role <> 'user')) as owned`.execute(db);
  if (rows[0]!.owned) fail('link_required');
}
