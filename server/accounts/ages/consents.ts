import { sql } from 'kysely';
import type { askGuardian as askEndpoint, giveConsent as giveEndpoint } from '#contract/accounts/ages.ts';
import type { Body } from '#contract/endpoint.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { isPossibleBirth } from '#domain/accounts/ages/ages.ts';
import { buyerAge, youngest } from '#domain/accounts/ages/buyers.ts';
import { wrongBirthsLeft } from '#domain/accounts/ages/consents.ts';
import { ageOn } from '#domain/accounts/verification.ts';
import { fail } from '#domain/errors.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { record } from '#server/events/events.ts';
import { formatCents } from '#server/formats.ts';
import { currentRules } from '#server/settings/queries.ts';
import { ageOf, proveBirth, today } from './births.ts';
import { isForMinor } from './queries.ts';

/**
 * A minor names a guardian by username. The reply is the same when no such account exists, or when it is no proven adult:
 * such a request stays without an answer.
 * @throws `invalid_request` · `wrong_state` for an adult · `already_requested`
 */
export async function askGuardian(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  input: Body<typeof askEndpoint>,
): Promise<void> {
  const { ages } = (await currentRules(ctx.db, tx)).rules;
  await sql`select from users where id = ${viewer.id} for no key update`.execute(tx);
  await checkBirth(tx, viewer, input.bornOn);
  const name = input.guardian.replace(/^@/, '').trim();
  if (name.toLowerCase() === viewer.username.toLowerCase())
    fail('invalid_request', { errors: { guardian: 'Informe a conta de outra pessoa.' } });
  await sql`update guardian_consents set ended_at = market_now(), end_reason = 'expired'
    where minor_id = ${viewer.id} and ended_at is null and given_at is null and expires_at <= market_now()`.execute(
    tx,
  );
  const { rows } = await sql<{ guardianId: number | null }>`
    insert into guardian_consents (minor_id, guardian_name, guardian_id, born_on, expires_at)
    values (${viewer.id}, ${name}, (select u.id from users u join proven_births b on b.user_id = u.id
        where u.username = ${name}::citext and u.state in ('active', 'restricted') and b.source <> 'guardian'
          and proven_age(u.id) >= 18),
      ${input.bornOn}::date, market_now() + ${ages.consentAnswerMs}::bigint * interval '1 millisecond')
    on conflict do nothing returning guardian_id as "guardianId"`.execute(tx);
  const made =
    rows[0] ??
    fail('already_requested', {
      detail: 'Você já tem um responsável ou um pedido em aberto. Encerre-o antes.',
    });
  if (made.guardianId !== null)
    await record(tx, {
      kind: 'account.guardian_asked',
      actor: viewer,
      subject: { kind: 'user', id: made.guardianId },
      data: { minor: viewer.username },
    });
}

async function checkBirth(tx: Tx, viewer: Viewer, bornOn: string): Promise<void> {
  const day = await today(tx);
  const proven = await ageOf(tx, viewer.id);
  if (!isPossibleBirth(bornOn, day) || (proven && proven.bornOn !== bornOn))
    fail('invalid_request', { errors: { bornOn: 'Confira a data de nascimento.' } });
  const age = buyerAge(ageOn(bornOn, day));
  if (age === 'adult')
    fail('wrong_state', {
      detail: 'Quem tem 18 anos ou mais não precisa de responsável: confirme a idade com um documento.',
      meta: { allowed: [] },
    });
  if (age === 'child')
    fail('invalid_request', {
      errors: {
        bornOn: `Contas são a partir de ${youngest} anos. Antes disso, compre na conta de um responsável.`,
      },
    });
}

interface OpenConsent {
  minorId: number;
  bornOn: string;
  wrongTries: number;
  isGiven: boolean;
  sameDocument: boolean;
}

/**
 * The guardian consents, or changes the limit of a month. The birth that the minor typed must be known to them; after three
 * wrong ones the request ends.
 * @throws `not_found` for a request to another person, and when either side is no minor or no proven adult any more ·
 *   `forbidden` for one's own document · `limit_reached` for too many
 *   minors · `invalid_request` for another birth, or a limit beyond the maximum
 */
export async function giveConsent(
  ctx: Ctx,
  viewer: Viewer,
  input: { id: number } & Body<typeof giveEndpoint>,
): Promise<void> {
  const { ages } = (await currentRules(ctx.db)).rules;
  const max = ages.guardedPerMonthCents;
  if (input.monthlyLimitCents > max)
    fail('invalid_request', { errors: { monthlyLimitCents: `Escolha até ${formatCents(max)} por mês.` } });
  const isWrong = await inTransaction(ctx.db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('guardian:' || ${viewer.id}::bigint, 0))`.execute(
      tx,
    );
    const consent = await lockConsent(tx, viewer, input.id);
    if (!consent.isGiven && consent.bornOn !== input.bornOn) {
      await countWrongBirth(tx, input.id, consent);
      return true;
    }
    await requireAnother(tx, viewer, consent);
    if (!consent.isGiven) await requireRoom(tx, viewer, ages.minorsPerGuardian);
    if (!consent.isGiven) await proveBirth(tx, consent.minorId, consent.bornOn, 'guardian', viewer.id);
    await sql`update guardian_consents set monthly_limit_cents = ${input.monthlyLimitCents},
      given_at = coalesce(given_at, market_now()) where id = ${input.id}`.execute(tx);
    await record(tx, {
      kind: consent.isGiven ? 'account.guardian_limit_changed' : 'account.guardian_consented',
      actor: viewer,
      subject: { kind: 'user', id: consent.minorId },
      data: { limitCents: input.monthlyLimitCents },
    });
    return false;
  });
  // The wrong try stays counted.
  if (isWrong)
    fail('invalid_request', {
      errors: { bornOn: 'A data não é a que foi informada no pedido. Confira com quem pediu.' },
    });
}

/** Locks a request to this person, or a consent of theirs, that has not ended, for who is still a minor. */
async function lockConsent(tx: Tx, viewer: Viewer, id: number): Promise<OpenConsent> {
  const { rows } = await sql<OpenConsent>`
    select c.minor_id as "minorId", c.born_on::text as "bornOn", c.wrong_tries as "wrongTries",
      c.given_at is not null as "isGiven", m.cpf is not null and m.cpf is not distinct from g.cpf as "sameDocument"
    from guardian_consents c join users m on m.id = c.minor_id join users g on g.id = c.guardian_id
    where c.id = ${id} and c.guardian_id = ${viewer.id} and c.ended_at is null
      and (c.given_at is not null or c.expires_at > market_now()) and ${isForMinor}
    for update of c`.execute(tx);
  return rows[0] ?? fail('not_found');
}

async function countWrongBirth(tx: Tx, id: number, { wrongTries }: OpenConsent): Promise<void> {
  const isLast = wrongTries + 1 >= wrongBirthsLeft;
  await sql`update guardian_consents set wrong_tries = wrong_tries + 1,
    ended_at = case when ${isLast} then market_now() end,
    end_reason = case when ${isLast} then 'wrong_birth' end where id = ${id}`.execute(tx);
}

/** The guardian is a proven adult, and not the minor by their document. */
async function requireAnother(tx: Tx, viewer: Viewer, consent: OpenConsent): Promise<void> {
  if (!(await ageOf(tx, viewer.id))?.isAdult) fail('not_found');
  if (consent.sameDocument)
    fail('forbidden', { detail: 'As duas contas têm o mesmo CPF. O responsável é outra pessoa.' });
}

async function requireRoom(tx: Tx, viewer: Viewer, most: number): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from guardian_consents where guardian_id = ${viewer.id} and given_at is not null
      and ended_at is null and proven_age(minor_id) < 18`.execute(tx);
  if (rows[0]!.count >= most)
    fail('limit_reached', {
      detail: `Você já responde por ${most} menores. Encerre uma autorização para dar outra.`,
      meta: { kind: 'minors', limit: most, used: rows[0]!.count, next: null },
    });
}

/**
 * Either side ends a request or a consent, at any time and without a reason. Orders already placed go on.
 * @throws `not_found` for those of others, and what has ended
 */
export async function endConsent(tx: Tx, viewer: Viewer, id: number): Promise<void> {
  const { rows } = await sql<{ minorId: number; guardianId: number | null; isGiven: boolean }>`
    update guardian_consents set ended_at = market_now(), end_reason = case
        when minor_id = ${viewer.id} then 'withdrawn' when given_at is null then 'declined' else 'revoked' end
    where id = ${id} and ${viewer.id} in (minor_id, guardian_id) and ended_at is null
    returning minor_id as "minorId", guardian_id as "guardianId", given_at is not null as "isGiven"`.execute(
    tx,
  );
  const { minorId, guardianId, isGiven } = rows[0] ?? fail('not_found');
  const other = viewer.id === minorId ? guardianId : minorId;
  if (other !== null && (isGiven || other === minorId))
    await record(tx, {
      kind: 'account.guardian_ended',
      actor: viewer,
      subject: { kind: 'user', id: other },
      data: { by: viewer.username },
    });
}
