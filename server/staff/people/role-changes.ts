import { sql } from 'kysely';
import type { Body, Reply } from '#contract/endpoint.ts';
import type { setRole } from '#contract/staff/people.ts';
import { accountMachine } from '#domain/accounts/accounts.ts';
import type { Role, Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { allowedEvents } from '#domain/machine.ts';
import { can } from '#domain/staff/permissions.ts';
import type { Ctx } from '#server/context.ts';
import { recordDecision } from '#server/events/events.ts';
import { endSessions } from '#server/http/session.ts';
import { lockPerson } from '#server/accounts/privacy/people.ts';
import type { Applier } from '#server/staff/proposals/applier.ts';
import { propose } from '#server/staff/proposals/open.ts';
import { inTransaction } from '#server/database/transaction.ts';

/** Content of a role proposal; PostgreSQL compares the write with it. */
interface RolePayload extends Record<string, unknown> {
  username: string;
  before: Role;
  after: Role;
}

/** Proposes another role: a second admin confirms it (decision 74). */
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
        meta: { state: person.state, allowed: allowedEvents(accountMachine, person.state, 'admin') },
      });
    if (person.role === role) return { id, role, pending: null };
    const payload: RolePayload = { username: person.username, before: person.role, after: role };
    const pending = await propose(ctx, tx, viewer, {
      kind: 'role',
      subjectId: id,
      payload,
      reason,
      before: { role: person.role },
      after: { role },
    });
    return { id, role: person.role, pending };
  });
}

/** Ends all sessions of the person, because lifetimes and rights of a session differ by role. */
export const proposedRole: Applier = {
  async outdated(_ctx, tx, { subjectId, payload }) {
    const person = await lockPerson(tx, subjectId);
    if (person.state !== 'active') return `A conta de @${person.username} não está mais ativa.`;
    const { before } = payload as RolePayload;
    return person.role === before ? null : `O papel de @${person.username} mudou depois da proposta.`;
  },
  async apply(_ctx, tx, { subjectId: id, payload, reason, proposedByName }, confirmer) {
    const { before, after } = payload as RolePayload;
    await sql`update users set role = ${after} where id = ${id}`.execute(tx);
    await endSessions(tx, id);
    await recordDecision(tx, {
      kind: 'account.role_changed',
      actor: confirmer,
      subject: { kind: 'user', id },
      data: { proposedBy: proposedByName },
      before: { role: before },
      after: { role: after },
      reason,
    });
  },
};
