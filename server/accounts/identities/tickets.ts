import { sql } from 'kysely';
import { fail } from '#domain/errors.ts';
import type { Db, Tx } from '#server/context.ts';
import type { Cookies } from '#server/http/cookies.ts';
import { hashToken, newToken } from '#server/http/session.ts';
import { currentRules } from '#server/settings/queries.ts';
import { browserOf } from './nonces.ts';

/** An identity that a provider verified, stored while its person chooses a username. */
export interface VouchedIdentity {
  provider: string;
  issuer: string;
  subject: string;
  email: string;
  /** Whether the provider verified the mailbox. */
  emailProven: boolean;
}

/** Creates a ticket, bound to this browser, for creating the account. */
export async function createTicket(db: Db, cookies: Cookies, vouched: VouchedIdentity): Promise<string> {
  const { codes } = (await currentRules(db)).rules;
  const ticket = newToken();
  await sql`insert into one_time_secrets (kind, token_hash, target, payload, expires_at)
    values ('oidc_registration', ${hashToken(ticket)}, ${browserOf(cookies) ?? ''},
      ${JSON.stringify(vouched)}::jsonb, market_now() + ${codes.registrationMs}::bigint * interval '1 millisecond')`.execute(
    db,
  );
  return ticket;
}

/** Returns the identity of the ticket and consumes it. @throws link_expired */
export async function consumeTicket(tx: Tx, cookies: Cookies, ticket: string): Promise<VouchedIdentity> {
  const { rows } = await sql<{ payload: VouchedIdentity }>`update one_time_secrets set used_at = market_now()
    where kind = 'oidc_registration' and token_hash = ${hashToken(ticket)}
      and target = ${browserOf(cookies) ?? ''} and used_at is null and expires_at > market_now()
    returning payload`.execute(tx);
  return (rows[0] ?? fail('link_expired', { detail: 'Este cadastro venceu. Entre de novo pelo provedor.' }))
    .payload;
}
