import { sql } from 'kysely';
import { answerTimer } from '#domain/complaints/complaints.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { rulesOf } from '#server/settings/queries.ts';
import { processDueRow } from '#server/background/process-due-rows.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Sweep } from '#server/background/worker.ts';
import { closeAppeals } from './appeals.ts';
import { fundTimer, payByFund } from './fund.ts';
import { assign } from './mediation/assignment.ts';
import { lockCase, notifySides } from './cases.ts';
import { staffStates, applyTransition } from './transitions.ts';
import type { Case } from './cases.ts';
import { mediate } from './commands.ts';
import { decideByDeadline } from './decisions.ts';
import { endPromise } from './promises.ts';
import { carryOutDecision, endWithResult, nothingToNotify } from './settling.ts';
import type { SettledCase } from './settling.ts';

/** Maximum rows of one run, each in its own transaction. */
const batch = 200;

/** Runs due timers of complaints: reminders, silence, mediation, promises, days fifteen and thirty, the end of the time to appeal. */
export const runDueComplaints: Sweep = {
  name: 'complaints.run-due',
  everyMs: 5_000,
  run: (ctx) =>
    processDue(ctx, sql`select id from complaints where due_at <= deadline_now() order by due_at`, (tx, id) =>
      runComplaintTimer(ctx, tx, id),
    ),
};

/** R03: expires proposals that the other side did not answer. */
export const expireProposals: Sweep = {
  name: 'complaints.expire-proposals',
  everyMs: 5_000,
  run: (ctx) =>
    processDue(
      ctx,
      sql`select id from complaint_proposals where due_at <= deadline_now() order by due_at`,
      expireProposal,
    ),
};

/** R06: handles requests by staff that were not answered in time. */
export const runDueRequests: Sweep = {
  name: 'complaints.run-due-requests',
  everyMs: 5_000,
  run: (ctx) =>
    processDue(
      ctx,
      sql`select id from complaint_requests where due_at <= deadline_now() order by due_at`,
      (tx, id) => runRequestTimer(ctx, tx, id),
    ),
};

/** R05: assigns cases that had no candidate before, or whose assignee left the team. */
export const assignCases: Sweep = {
  name: 'complaints.assign',
  everyMs: 60_000,
  run: (ctx) =>
    processDue(
      ctx,
      sql`select c.id from complaints c left join users u on u.id = c.taken_by and u.state = 'active'
          and u.role in ('support', 'admin')
        where c.state in ('in_mediation', 'appealed') and u.id is null
          and exists (select from users s join orders o on o.id = c.order_id
            where s.role in ('support', 'admin') and s.state = 'active' and s.id not in (o.buyer_id, o.seller_id))
        order by c.opened_at`,
      async (tx, id) => {
        const found = await lockCase(tx, id);
        if (!found || !staffStates.includes(found.complaint.state)) return null;
        return (await assign(tx, found)) === null ? null : withoutNotice(found);
      },
    ),
};

/** Checks the timer again under the locks, so that late, repeated and concurrent runs act once. */
async function runComplaintTimer(ctx: Ctx, tx: Tx, id: number): Promise<SettledCase | null> {
  const found = await lockCase(tx, id);
  const due = found?.complaint.dueAt;
  if (!found || !due || due > found.deadlineNow) return null;
  switch (found.complaint.dueEvent!) {
    case 'remind_first':
      return withoutNotice(await remind(ctx, tx, found, 1));
    case 'remind_last':
      return withoutNotice(await remind(ctx, tx, found, 2));
    case 'presume_silent':
      return decideByDeadline(ctx, tx, found, 'presume_silent');
    case 'mediate':
      return withoutNotice(await mediate(ctx, tx, found, { by: 'system', viewer: null }));
    case 'promise':
      return decideByDeadline(ctx, tx, found, 'break_promise');
    case 'confirm':
      return endPromise(ctx, tx, found, { event: 'confirm_by_time', actor: 'system', viewer: null });
    case 'raise':
      return withoutNotice(await raise(ctx, tx, found));
    case 'close':
      return carryOutDecision(ctx, tx, found, { event: 'close_by_time', actor: 'system', viewer: null });
    case 'close_appeals':
      return closeAppeals(ctx, tx, found);
    case 'pay_by_fund':
      return payByFund(ctx, tx, found);
  }
}

/** The same for one row, before a command acts on its order (decision 73). */
export const runComplaintTimerNow = (ctx: Ctx, id: number) =>
  processDueRow(ctx, id, async (tx) => (await runComplaintTimer(ctx, tx, id))?.notifyProvider);
export const expireProposalNow = (ctx: Ctx, id: number) =>
  processDueRow(ctx, id, async (tx) => (await expireProposal(tx, id))?.notifyProvider);
export const runRequestTimerNow = (ctx: Ctx, id: number) =>
  processDueRow(ctx, id, async (tx) => (await runRequestTimer(ctx, tx, id))?.notifyProvider);

const withoutNotice = (found: Case): SettledCase => ({ found, notifyProvider: nothingToNotify });

/** R04: reminds the seller of the deadline. A timer that runs after the deadline sends no reminder and sets the next timer. */
async function remind(ctx: Ctx, tx: Tx, found: Case, rung: 1 | 2): Promise<Case> {
  const { complaints: rules } = await rulesOf(ctx.db, found.order.ruleVersionId, tx);
  const due = answerTimer(found.complaint.openedAt, rung, rules);
  const reminded = await applyTransition(tx, found, { event: 'remind', actor: 'system', viewer: null, due });
  const until = answerTimer(found.complaint.openedAt, 2, rules).at;
  if (until > found.now) await notifySides(tx, reminded, 'complaint.answer_due', null, { until });
  return reminded;
}

/** R12: escalates a case without a decision after fifteen days to an admin, whose final deadline is day thirty (N03). */
async function raise(ctx: Ctx, tx: Tx, found: Case): Promise<Case> {
  const { complaints: rules } = await rulesOf(ctx.db, found.order.ruleVersionId, tx);
  await sql`update complaints set raised_at = ${found.now} where id = ${found.complaint.id}`.execute(tx);
  const raised = await applyTransition(tx, found, {
    event: 'raise',
    actor: 'system',
    viewer: null,
    due: fundTimer(found.complaint.openedAt, found.now, rules),
  });
  await assign(tx, { ...raised, complaint: { ...raised.complaint, raisedAt: found.now } });
  await notifySides(tx, raised, 'complaint.raised', null);
  return raised;
}

async function expireProposal(tx: Tx, proposalId: number): Promise<SettledCase | null> {
  const found = await caseOf(
    tx,
    sql`select complaint_id as id from complaint_proposals where id = ${proposalId}`,
  );
  const { rows } = await sql<{ side: string; kind: string }>`
    update complaint_proposals set state = 'expired', due_at = null, answered_at = market_now()
    where id = ${proposalId} and state = 'open' and due_at <= deadline_now() returning side, kind`.execute(
    tx,
  );
  const expired = rows[0];
  if (!expired) return null;
  return withoutNotice(
    await applyTransition(tx, found, {
      event: 'expire_proposal',
      actor: 'system',
      viewer: null,
      facts: { ...expired },
    }),
  );
}

interface DueRequest {
  side: 'buyer' | 'seller';
  due_event: 'lapse' | 'close';
  asked_at: Date;
  due_at: Date;
}

async function runRequestTimer(ctx: Ctx, tx: Tx, requestId: number): Promise<SettledCase | null> {
  const found = await caseOf(
    tx,
    sql`select complaint_id as id from complaint_requests where id = ${requestId}`,
  );
  const { rows } = await sql<DueRequest>`
    select side, due_event, asked_at, due_at from complaint_requests
    where id = ${requestId} and due_at <= deadline_now() for no key update`.execute(tx);
  const request = rows[0];
  if (!request) return null;
  if (await hasResponded(tx, found, request, request.due_event)) {
    await sql`update complaint_requests set due_at = null, due_event = null where id = ${requestId}`.execute(
      tx,
    );
    return withoutNotice(found);
  }
  return request.due_event === 'lapse'
    ? withoutNotice(await lapse(ctx, tx, found, requestId, request))
    : endWithResult(ctx, tx, found, {
        event: 'close_silent',
        actor: 'system',
        viewer: null,
        ending: 'silence',
        result: 'release',
        refundCents: 0,
      });
}

/**
 * R06: a side that sent a file after the request has responded to it; a buyer who did anything after it does not lose the
 * complaint.
 */
async function hasResponded(
  tx: Tx,
  { complaint }: Case,
  { side, asked_at: askedAt, due_at: dueAt }: DueRequest,
  losing: DueRequest['due_event'],
): Promise<boolean> {
  const events = losing === 'lapse' ? ['add_file'] : ['add_file', 'answer_request'];
  const { rows } = await sql`
    select from complaint_events where complaint_id = ${complaint.id} and actor = ${side}
      and event = any (${events}::text[]) and at >= ${askedAt} and at < ${dueAt} limit 1`.execute(tx);
  return rows.length > 0;
}

/** R06: the silent side loses this point; a buyer has one more day before losing the whole complaint. */
async function lapse(ctx: Ctx, tx: Tx, found: Case, requestId: number, request: DueRequest): Promise<Case> {
  const { side, asked_at: askedAt } = request;
  const { complaints: rules } = await rulesOf(ctx.db, found.order.ruleVersionId, tx);
  const loses = side === 'buyer' && !(await hasResponded(tx, found, request, 'close'));
  const closeAt = loses ? new Date(askedAt.getTime() + rules.silentBuyerMs) : null;
  await sql`update complaint_requests set lapsed_at = ${found.now}, due_at = ${closeAt},
    due_event = ${closeAt && 'close'} where id = ${requestId}`.execute(tx);
  const facts = { side, until: closeAt };
  const lapsed = await applyTransition(tx, found, {
    event: 'lapse_request',
    actor: 'system',
    viewer: null,
    facts,
  });
  await notifySides(tx, lapsed, 'complaint.evidence_lapsed', null, facts);
  return lapsed;
}

/** Locks order and complaint first, then the due row: the same lock order everywhere. */
async function caseOf(tx: Tx, about: ReturnType<typeof sql>): Promise<Case> {
  const { rows } = await sql<{ id: number }>`${about}`.execute(tx);
  return (await lockCase(tx, rows[0]!.id))!;
}

/** Processes each due row; a failing row is logged and does not stop the others. */
async function processDue(
  ctx: Ctx,
  due: ReturnType<typeof sql>,
  ring: (tx: Tx, id: number) => Promise<SettledCase | null>,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`${due} limit ${batch}`.execute(ctx.db);
  let done = 0;
  for (const { id } of rows) {
    try {
      const settled = await inTransaction(ctx.db, (tx) => ring(tx, id));
      if (!settled) continue;
      done += 1;
      await settled
        .notifyProvider(ctx)
        .catch((error: unknown) => ctx.log.warn({ err: error, complaint: id }, 'the bank was not told'));
    } catch (error) {
      ctx.log.error({ err: error, complaint: id }, 'complaint timer failed');
    }
  }
  return done;
}
