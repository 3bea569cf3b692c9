import { sql } from 'kysely';
import type { Body, Reply } from '#contract/endpoint.ts';
import type { setRole, unmaskPerson } from '#contract/staff-people.ts';
import { accountMachine } from '#domain/accounts.ts';
import type { Viewer } from '#domain/accounts.ts';
import { fail } from '#domain/errors.ts';
import { allowed } from '#domain/machine.ts';
import { can } from '#domain/permissions.ts';
import type { Ctx } from '#server/context.ts';
import { recordDecision } from '#server/events.ts';
import { endSessions } from '#server/http/session.ts';
import { lockPerson } from '#server/privacy/people.ts';
import { currentRules } from '#server/settings/queries.ts';
import { inTransaction } from '#server/transaction.ts';
import { takeLook } from '#server/staff-looks.ts';

/** Shows what is masked, once, for a reason: the look is a line of the record before it happens. */
export async function unmask(
  ctx: Ctx,
  viewer: Viewer,
  { id, reason }: Body<typeof unmaskPerson> & { id: number },
): Promise<Reply<typeof unmaskPerson>> {
  const answer = can(viewer, 'unmask_person', { id });
  if (!answer.ok) fail(answer.reason);
  await takeLook(ctx, viewer, 'people', (await currentRules(ctx.db)).rules.privacy.staffPeoplePerDay);
  return inTransaction(ctx.db, async (tx) => {
    const { rows } = await sql<Reply<typeof unmaskPerson>>`
      select email::text, full_name as "fullName", coalesce(cpf, cnpj) as document, phone,
        birth_date::text as "birthDate" from users where id = ${id}`.execute(tx);
    const person = rows[0] ?? fail('not_found');
    const subject = { kind: 'user', id } as const;
    await recordDecision(tx, {
      kind: 'account.unmasked',
      actor: viewer,
      subject,
      before: null,
      after: null,
      reason,
    });
    return person;
  });
}

/** Another role. Whoever had the old one is signed out everywhere: lifetimes and rights of a session differ by role. */
export async function changeRole(
  ctx: Ctx,
  viewer: Viewer,
  { id, role, username, reason }: Body<typeof setRole> & { id: number },
): Promise<Reply<typeof setRole>> {
  return inTransaction(ctx.db, async (tx) => {
    const person = await lockPerson(tx, id);
    const answer = can(viewer, 'change_role', { id });
    if (!answer.ok) fail(answer.reason, { detail: 'Outro admin precisa fazer isso.' });
    if (username.trim().replace(/^@/, '').toLowerCase() !== person.username.toLowerCase())
      fail('invalid_request', { errors: { username: `Digite ${person.username} para confirmar.` } });
    if (person.state !== 'active')
      fail('wrong_state', {
        detail: 'Só contas ativas mudam de papel.',
        meta: { state: person.state, allowed: allowed(accountMachine, person.state, 'admin') },
      });
    if (person.role === role) return { id, role };
    await sql`update users set role = ${role} where id = ${id}`.execute(tx);
    await endSessions(tx, id);
    await recordDecision(tx, {
      kind: 'account.role_changed',
      actor: viewer,
      subject: { kind: 'user', id },
      before: { role: person.role },
      after: { role },
      reason,
    });
    return { id, role };
  });
}
