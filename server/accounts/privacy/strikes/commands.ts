import { sql } from 'kysely';
import type { Body, Reply } from '#contract/endpoint.ts';
import type { giveStrike as endpoint } from '#contract/accounts/strikes.ts';
import { accountMachine } from '#domain/accounts/accounts.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { brokenRuleNames, measureMs, measureOf, suspends } from '#domain/accounts/strikes/strikes.ts';
import type { StrikeMeasure } from '#domain/accounts/strikes/strikes.ts';
import { fail } from '#domain/errors.ts';
import { can } from '#domain/staff/permissions.ts';
import { cancelClosure } from '#server/accounts/privacy/closures.ts';
import { lockPerson } from '#server/accounts/privacy/people.ts';
import type { LockedPerson } from '#server/accounts/privacy/people.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record, recordDecision } from '#server/events/events.ts';
import { pauseAllListings } from '#server/listings/removal.ts';
import { currentRules } from '#server/settings/queries.ts';
import { inForce, nextStep } from '#server/accounts/strikes/queries.ts';

type Order = Body<typeof endpoint> & { id: number; ip: string };

/**
 * Gives a person a strike, with what it brings by the number of those in force (F55). Open orders, deadlines and money go on.
 * @throws `own_decision` · `forbidden` for a suspension or closing beyond the viewer · `wrong_state` for an account that is
 * over, or when the number is another than the viewer expects
 */
export async function giveStrike(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  { id, rule, reason, step, ip }: Order,
): Promise<Reply<typeof endpoint>> {
  const person = await lockPerson(tx, id);
  const { strikes: rules, security } = (await currentRules(ctx.db, tx)).rules;
  const next = await nextStep(tx, id);
  const measure = measureOf(next, rules);
  const answer = can(viewer, 'give_strike', {
    ...person,
    measure,
    suspensionMs: suspends(measure) ? measureMs(measure, rules) : 0,
    supportLimitMs: security.supportSuspensionMs,
  });
  if (!answer.ok)
    fail(answer.reason, {
      detail: answer.reason === 'forbidden' ? 'Esta advertência é dada por um administrador.' : undefined,
    });
  if (person.state === 'banned' || person.state === 'closed') refuse('Esta conta já foi encerrada.');
  if (step !== next)
    refuse(
      `Esta seria a advertência ${next}, e não a ${step}: outra pessoa decidiu agora. Abra a conta de novo antes de dar outra.`,
    );
  const given = await write(
    tx,
    viewer,
    { id, rule, reason, step },
    { measure, ms: measureMs(measure, rules) },
  );
  if (suspends(measure)) await suspend(tx, person, given.measureUntil!, reason);
  await recordDecision(tx, {
    kind: 'account.strike_given',
    actor: viewer,
    subject: { kind: 'user', id },
    before: { state: person.state },
    after: { state: suspends(measure) ? accountMachine.suspend.to : person.state, measure },
    reason: `${brokenRuleNames[rule]}. ${reason}`,
    data: { strikeId: given.id, rule, step, measure, until: given.measureUntil?.toISOString() ?? null },
    ip,
  });
  if (measure === 'closing') await askAnotherAdmin(tx, viewer, person);
  return { id: given.id, step, measure, measureUntil: given.measureUntil?.toISOString() ?? null };
}

function refuse(detail: string): never {
  return fail('wrong_state', { detail, meta: { allowed: [] } });
}

async function write(
  tx: Tx,
  viewer: Viewer,
  { id, rule, reason, step }: Omit<Order, 'ip'>,
  { measure, ms }: { measure: StrikeMeasure; ms: number },
): Promise<{ id: number; measureUntil: Date | null }> {
  const { rows } = await sql<{ id: number; measureUntil: Date | null }>`
    insert into strikes (user_id, broken_rule, reason, given_by, step, measure, measure_until)
    values (${id}, ${rule}, ${reason}, ${viewer.id}, ${step}, ${measure},
      ${ms === 0 ? null : sql`market_now() + ${ms} * interval '1 millisecond'`})
    returning id, measure_until as "measureUntil"`.execute(tx);
  return rows[0]!;
}

/** Suspends the account until then, or until its later end where it is suspended already. */
async function suspend(tx: Tx, { id, state }: LockedPerson, until: Date, reason: string): Promise<void> {
  await sql`update users set state = ${accountMachine.suspend.to}, state_reason = ${reason},
      suspended_until = greatest(suspended_until, ${until}) where id = ${id}`.execute(tx);
  await pauseAllListings(tx, id);
  if (state === 'closing') await cancelClosure(tx, id);
}

/** F55: who proposes a closing does not close the account; the other admins are notified. */
async function askAnotherAdmin(tx: Tx, viewer: Viewer, { id, username }: LockedPerson): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from users where role = 'admin' and state = 'active' and id not in (${viewer.id}, ${id})
    order by id`.execute(tx);
  for (const admin of rows)
    await record(tx, {
      kind: 'staff.closing_proposed',
      actor: null,
      subject: { kind: 'user', id: admin.id },
      data: { personId: id, username },
    });
}

/** Whether this member of the team proposed to close the account, by a strike in force. */
export async function proposedClosing(tx: Tx, viewer: Viewer, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from strikes s where s.user_id = ${id} and s.given_by = ${viewer.id} and s.measure = 'closing'
      and ${inForce}`.execute(tx);
  return rows.length > 0;
}
