import { generateCpf } from '@brazilian-utils/brazilian-utils';
import { sql } from 'kysely';
import { isStaff } from '#domain/accounts/accounts.ts';
import type { Role, Viewer } from '#domain/accounts/accounts.ts';
import type { VerificationLevel } from '#domain/accounts/verification.ts';
import type { Ctx } from '#server/context.ts';
import { newSecret, openSecret, sealSecret, totpCode } from '#server/accounts/factors/totp.ts';
import { openSession } from '#server/http/session.ts';
import { hashPassword } from '#server/accounts/sessions/passwords.ts';

/** The password of every user the kit makes. */
export const password = 'senha-de-teste-2026';

/** A person of the market with an open session. */
export interface Person extends Viewer {
  token: string;
  email: string;
  /** A code of the person's authenticator app that was not used yet. */
  code(): Promise<string>;
  /** The document of a verified person; everybody is called Ana Souza. */
  cpf: string;
}

export interface PersonOptions {
  /** Without a proven e-mail there is no level at all. */
  verified?: boolean;
  role?: Role;
  username?: string;
  level?: VerificationLevel;
  /** Days since the account was made; below 90 one is a newcomer. */
  ageDays?: number;
  /** An authenticator app, shown in this session just now. Staff have one, since the rules ask for it. */
  totp?: boolean;
}

/** Names and phones are the process's own count: no two people of its markets share one. */
let made = 0;

/** A signed-in person who may do everything, unless said otherwise. */
export async function createPerson(ctx: Ctx, options: PersonOptions = {}): Promise<Person> {
  const { db } = ctx;
  const { verified = true, role = 'user', username = `pessoa${++made}` } = options;
  const { level = verified ? 'N3' : 'N0', ageDays = 200, totp = isStaff(role) } = options;
  const email = `${username}@exemplo.com.br`;
  const cpf = someCpf();
  const named = level >= 'N2';
  const { rows } = await sql<{ id: number }>`
      insert into users (username, email, password_hash, role, terms_accepted_at, email_verified_at, phone,
        phone_verified_at, full_name, cpf, birth_date, identity_verified_at, level_granted_at, created_at)
      values (${username}, ${email}, ${await knownHash()}, ${role}, market_now(), ${since(verified)},
        ${level >= 'N1' ? `+55119${String(++made).padStart(8, '0')}` : null},
        ${since(level >= 'N1')}, ${named ? 'Ana Souza' : null}, ${named ? cpf : null}, ${named ? '1990-01-31' : null},
        ${since(named)}, ${since(level === 'N3')}, market_now() - ${ageDays} * interval '1 day')
      returning id`.execute(db);
  const id = rows[0]!.id;
  if (totp)
    await sql`insert into totp_secrets (user_id, secret_sealed, confirmed_at)
        values (${id}, ${sealSecret(ctx, id, newSecret())}, market_now())`.execute(db);
  const origin = { ip: '127.0.0.1', userAgent: 'vitest' };
  const token = await openSession(db, { userId: id, ...origin, secondFactor: totp, registered: true });
  // A jump of the test's clock is no absence: staff would be signed out after half an hour.
  await sql`update sessions set expires_at = market_now() + interval '10 years',
      absolute_expires_at = market_now() + interval '10 years' where user_id = ${id} and ${isStaff(role)}`.execute(
    db,
  );
  const code = () => freshCode(ctx, id);
  return {
    id,
    username,
    role,
    emailVerified: verified,
    sessionId: 0,
    standing: 'good',
    token,
    email,
    cpf,
    code,
  };
}

/** The app's present code, as if its step had not been used yet: a test need not wait 30 seconds for the next. */
async function freshCode(ctx: Ctx, userId: number): Promise<string> {
  const { rows } = await sql<{ sealed: Buffer; now_ms: string }>`
    update totp_secrets set last_step = 0 where user_id = ${userId}
    returning secret_sealed as sealed, extract(epoch from now()) * 1000 as now_ms`.execute(ctx.db);
  const { sealed, now_ms: nowMs } = rows[0]!;
  return totpCode(openSecret(ctx, userId, sealed), Number(nowMs));
}

/** When a person reached something: now, or never. */
const since = (reached: boolean) => (reached ? sql`market_now()` : null);

/** The simulated bank reports that CPF keys beginning with 0000 belong to another person. */
function someCpf(): string {
  const cpf = generateCpf();
  return cpf.startsWith('0000') ? someCpf() : cpf;
}

let hash: Promise<string> | undefined;

/** Hashed once: a test that makes a hundred people should not wait for a hundred passwords. */
function knownHash(): Promise<string> {
  return (hash ??= hashPassword(password));
}
