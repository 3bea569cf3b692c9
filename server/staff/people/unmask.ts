import { sql } from 'kysely';
import type { Body, Reply } from '#contract/endpoint.ts';
import type { unmaskPerson } from '#contract/staff/people.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { can } from '#domain/staff/permissions.ts';
import type { Ctx } from '#server/context.ts';
import { recordDecision } from '#server/events/events.ts';
import { currentRules } from '#server/settings/queries.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { countAccess } from '#server/staff/access/access-limit.ts';

/** Returns a person's masked data once, with a reason; the access is recorded before the data leaves. */
export async function unmask(
  ctx: Ctx,
  viewer: Viewer,
  { id, reason }: Body<typeof unmaskPerson> & { id: number },
): Promise<Reply<typeof unmaskPerson>> {
  const answer = can(viewer, 'unmask_person', { id });
  if (!answer.ok) fail(answer.reason);
  await countAccess(ctx, viewer, 'people', (await currentRules(ctx.db)).rules.privacy.staffPeoplePerDay);
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
