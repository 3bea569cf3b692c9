import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { sql } from 'kysely';
import type { requestPhoneCode as requestEndpoint } from '#contract/accounts/account.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { durationText } from '#domain/text/durations.ts';
import { fail } from '#domain/errors.ts';
import type { CodeRules } from '#domain/accounts/sign-in.ts';
import { brandName } from '#server/settings/current/brand.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { requireRecentProof } from '#server/http/gate.ts';
import { takeNetworkAttempt } from '#server/http/limits/rate-limit.ts';
import { lockSession } from '#server/http/session.ts';
import { enqueue } from '#server/background/jobs.ts';
import {
  hashCode,
  newCode,
  consumeSecret,
  verifyCode,
  invalidateCodes,
} from '#server/secrets/one-time-codes.ts';
import { currentRules } from '#server/settings/queries.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { securityMail } from '#server/accounts/mails.ts';

const kind = 'phone_confirmation';
const daySeconds = 86_400;

/** Mobile numbers of Brazil only: nine digits after the area code, the first a 9. */
const mobile = /^\+55[1-9][1-9]9\d{8}$/;

/** The typed number in E.164 format. */
export function readMobile(typed: string): string {
  const parsed = parsePhoneNumberFromString(typed, 'BR');
  const number = parsed?.isValid() && parsed.getType() === 'MOBILE' && !parsed.ext ? parsed.number : '';
  if (mobile.test(number)) return number;
  fail('invalid_request', { errors: { phone: 'Informe um celular com DDD. Ex.: (11) 98765-4321' } });
}

/**
 * Sends six digits to a number by SMS. Only a person with the digits learns whether another account has the number, so
 * that requests do not reveal registered numbers (T37).
 */
export async function requestPhoneCode(
  ctx: Ctx,
  viewer: Viewer,
  typed: string,
  ip: string,
): Promise<Reply<typeof requestEndpoint>> {
  const phone = readMobile(typed);
  const { rows } = await sql<{ phone: string | null }>`
    select phone from users where id = ${viewer.id}`.execute(ctx.db);
  const present = rows[0]!.phone;
  if (present !== null && present !== phone) await requireRecentProof(ctx, viewer);
  const { codes } = (await currentRules(ctx.db)).rules;
  await takeNetworkAttempt(
    ctx.db,
    { what: 'phone-code', ip },
    codes.textsPerAddressPerDay,
    daySeconds * 1_000,
  );
  await inTransaction(ctx.db, async (tx) => {
    await sql`select from users where id = ${viewer.id} for no key update`.execute(tx);
    // The number itself is locked too, because two accounts may request it at once.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`phone:${phone}`}, 0))`.execute(tx);
    await refuseTooManyCodes(tx, viewer, phone, codes);
    const code = newCode();
    await invalidateCodes(tx, kind, viewer.id);
    await sql`insert into one_time_secrets (kind, code_hash, user_id, target, expires_at)
      values (${kind}, ${hashCode(ctx.keys, { kind, userId: viewer.id, target: phone }, code)}, ${viewer.id},
        ${phone}, market_now() + ${codes.validMs}::bigint * interval '1 millisecond')`.execute(tx);
    const text = `${brandName}: ${code} é o seu código. Vale por ${durationText(codes.validMs)}. Não passe a ninguém.`;
    await enqueue(tx, 'sms.send', { to: phone, text });
  });
  return { resendAfterSeconds: Math.ceil(codes.resendMs / 1_000) };
}

interface Sent {
  by_account: number;
  to_number: number;
  /** Seconds until another code is allowed: by the daily limit, and after the newest code. */
  day_wait: number | null;
  wait: number | null;
}

async function refuseTooManyCodes(
  tx: Tx,
  viewer: Viewer,
  phone: string,
  { resendMs, textsPerDay }: CodeRules,
): Promise<void> {
  const { rows } = await sql<Sent>`
    select count(*) filter (where user_id = ${viewer.id})::int as by_account,
      count(*) filter (where target = ${phone})::int as to_number,
      ceil(extract(epoch from min(created_at) - market_now()) + ${daySeconds})::int as day_wait,
      ceil(extract(epoch from max(created_at) filter (where user_id = ${viewer.id}) - market_now())
        + ${resendMs / 1_000}::float8)::int as wait
    from one_time_secrets where kind = ${kind} and created_at > market_now() - ${daySeconds} * interval '1 second'
      and (user_id = ${viewer.id} or target = ${phone})`.execute(tx);
  const sent = rows[0]!;
  if (sent.by_account >= textsPerDay || sent.to_number >= textsPerDay)
    fail('too_many_requests', {
      detail: `Já mandamos ${textsPerDay === 1 ? '1 código' : `${textsPerDay} códigos`} hoje. Tente de novo amanhã.`,
      meta: { retryAfterSeconds: sent.day_wait },
    });
  if (sent.wait !== null && sent.wait > 0)
    fail('too_many_requests', {
      detail: `Espere ${sent.wait} segundos para pedir outro código.`,
      meta: { retryAfterSeconds: sent.wait },
    });
}

/** Stores the number whose digits were entered. A change of number delays withdrawals. */
export async function confirmPhone(ctx: Ctx, viewer: Viewer, code: string): Promise<void> {
  const { secretId, target: phone } = await verifyCode(ctx, kind, viewer.id, code);
  await inTransaction(ctx.db, async (tx) => {
    const { rows } = await sql<{ phone: string | null; email: string }>`
      select phone, email::text from users where id = ${viewer.id} for no key update`.execute(tx);
    const { phone: before, email } = rows[0]!;
    await lockSession(tx, viewer);
    await consumeSecret(tx, secretId);
    if (before === phone) return;
    await storePhone(tx, viewer, phone, before !== null);
    const subject = { kind: 'user', id: viewer.id } as const;
    const what = before === null ? 'account.phone_confirmed' : 'account.phone_changed';
    await record(tx, { kind: what, actor: viewer, subject });
    if (before === null) return;
    const { username } = viewer;
    await enqueue(tx, 'mail.send', securityMail({ to: email, username, what: 'Celular alterado' }));
  });
}

async function storePhone(tx: Tx, viewer: Viewer, phone: string, changed: boolean): Promise<void> {
  await sql`update users set phone = ${phone}, phone_verified_at = market_now(), phone_session_id = ${viewer.sessionId},
    security_changed_at = ${changed ? sql`market_now()` : sql`security_changed_at`} where id = ${viewer.id}`
    .execute(tx)
    .catch((error: { code?: string }) => {
      if (error.code !== '23505') throw error;
      fail('phone_taken', { errors: { phone: 'Este número já está em outra conta.' } });
    });
}
