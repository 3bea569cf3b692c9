import { sql } from 'kysely';
import { appealKindNames, appealKindOf } from '#domain/appeals/kinds.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { processDueRows } from '#server/background/process-due-rows.ts';
import type { Sweep } from '#server/background/worker.ts';
import { lockAppeal, rule } from './rulings.ts';

const kindsByTime = appealKindNames.filter((name) => appealKindOf(name).byTime);

const lateReason = 'A equipe não decidiu o recurso no prazo. Por isso ele vale a favor de quem recorreu.';

/**
 * Appeals whose time is over (N04): where the matter goes to the team again, the person is right; the others go to the admins,
 * who are notified once, and stay on top of the queue.
 */
export const endAppeals: Sweep = {
  name: 'appeals.end',
  everyMs: 60_000,
  run: (ctx) =>
    processDueRows(ctx, 'an appeal could not be ended', async (tx, failed) => {
      const id = await nextDue(tx, failed);
      return id === undefined ? undefined : { id, work: () => end(ctx, tx, id) };
    }),
};

async function nextDue(tx: Tx, failed: number[]): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select a.id from appeals a where a.state = 'open' and a.decide_by <= market_now() and a.escalated_at is null
      and a.id <> all (${failed}::bigint[]) order by a.decide_by limit 1 for update of a skip locked`.execute(
    tx,
  );
  return rows[0]?.id;
}

async function end(ctx: Ctx, tx: Tx, id: number): Promise<void> {
  const appeal = (await lockAppeal(tx, id))!;
  if (kindsByTime.includes(appeal.kind)) {
    await rule(ctx, tx, appeal, { viewer: null, state: 'overturned', reason: lateReason });
    return;
  }
  await sql`update appeals set escalated_at = market_now() where id = ${id}`.execute(tx);
  const { personId, decisionId, kind, deciders } = appeal;
  await record(tx, {
    kind: 'appeal.escalated',
    actor: null,
    subject: { kind: 'user', id: personId },
    data: { decisionId, of: kind },
  });
  const { rows: admins } = await sql<{ id: number }>`
    select id from users where role = 'admin' and state = 'active' and id <> ${personId}
      and id <> all (${deciders}::bigint[]) order by id`.execute(tx);
  for (const admin of admins)
    await record(tx, {
      kind: 'staff.appeal_escalated',
      actor: null,
      subject: { kind: 'user', id: admin.id },
      data: { appealId: id, of: kind },
    });
}
