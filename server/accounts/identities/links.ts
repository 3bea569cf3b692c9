import { sql } from 'kysely';
import type {
  linkIdentity as linkEndpoint,
  unlinkIdentity as unlinkEndpoint,
} from '#contract/accounts/identities.ts';
import type { Body, Params, Reply } from '#contract/endpoint.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import type { Cookies } from '#server/http/cookies.ts';
import { lockSession } from '#server/http/session.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { findProvider, verifyCredential } from './commands.ts';
import { presentIdentity } from './queries.ts';
import type { IdentityRow } from './queries.ts';

/** Links a provider's identity to the viewer's account: one per provider, and each to one account only. */
export async function linkIdentity(
  ctx: Ctx,
  viewer: Viewer,
  input: Body<typeof linkEndpoint>,
  origin: { cookies: Cookies; ip: string },
): Promise<Reply<typeof linkEndpoint>> {
  const { provider, identity } = await verifyCredential(ctx, input, origin.cookies);
  return inTransaction(ctx.db, async (tx) => {
    await sql`select from users where id = ${viewer.id} for update`.execute(tx);
    await lockSession(tx, viewer);
    const { rows } = await sql<IdentityRow>`
      insert into identities (issuer, subject, user_id, email, session_id)
      values (${identity.issuer}, ${identity.subject}, ${viewer.id}, ${identity.email}, ${viewer.sessionId})
      on conflict do nothing returning issuer, email::text, linked_at`.execute(tx);
    const row = rows[0] ?? fail('already_requested', { detail: linkedAlready });
    await recordLinkChange(tx, viewer, 'account.identity_linked', provider.name, origin.ip);
    return presentIdentity(provider, row);
  });
}

const linkedAlready = 'Esta conta do provedor já está conectada a outra conta daqui. Desconecte-a antes.';

/** Unlinks a provider's identity. The account must keep another sign-in method. */
export async function unlinkIdentity(
  ctx: Ctx,
  viewer: Viewer,
  { provider: slug }: Params<typeof unlinkEndpoint>,
  ip: string,
): Promise<void> {
  const provider = findProvider(ctx, slug);
  await inTransaction(ctx.db, async (tx) => {
    // Locks the person, so that removals of sign-in methods are serialized.
    await sql`select from users where id = ${viewer.id} for update`.execute(tx);
    const { rows } = await sql<{ other_way: boolean }>`
      with gone as (
        delete from identities where user_id = ${viewer.id} and issuer = ${provider.issuer} returning issuer)
      select u.password_hash is not null
        or exists (select from passkeys p where p.user_id = u.id)
        or exists (select from identities i where i.user_id = u.id and i.issuer not in (select issuer from gone))
        as other_way
      from users u, gone where u.id = ${viewer.id}`.execute(tx);
    if (!rows[0]) fail('not_found');
    if (!rows[0].other_way) fail('last_sign_in_method');
    await recordLinkChange(tx, viewer, 'account.identity_unlinked', provider.name, ip);
  });
}

/** Records a changed sign-in method, which delays withdrawals (§4.10). */
async function recordLinkChange(
  tx: Tx,
  viewer: Viewer,
  kind: 'account.identity_linked' | 'account.identity_unlinked',
  provider: string,
  ip: string,
): Promise<void> {
  await sql`update users set security_changed_at = market_now() where id = ${viewer.id}`.execute(tx);
  await record(tx, { kind, actor: viewer, subject: { kind: 'user', id: viewer.id }, data: { provider }, ip });
}
