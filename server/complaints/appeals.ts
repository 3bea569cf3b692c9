import { sql } from 'kysely';
import type { Body } from '#contract/endpoint.ts';
import type { appealDecision as endpoint } from '#contract/complaints.ts';
import type { Viewer } from '#domain/accounts.ts';
import { losers, worsens } from '#domain/complaint-outcomes.ts';
import { replacedAtOnce } from '#domain/complaints.ts';
import type { ComplaintSide } from '#domain/complaints.ts';
import { fail } from '#domain/errors.ts';
import { can } from '#domain/permissions.ts';
import { passHold } from '#server/holds/commands.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { lockOwnCase, refuseTurn, tell, turn } from './cases.ts';
import type { Case, SidedCase } from './cases.ts';
import { refuseDecided, rulingOf, writeDecision } from './decisions.ts';
import type { Ruling, Verdict } from './decisions.ts';
import { lockStaffCase, partiesOf } from './mediation.ts';
import { carryOut, finish, payUndisputed } from './settling.ts';
import type { Settled } from './settling.ts';

/** R08: the losing side appeals, once. What it does not dispute is done at once, the rest waits. */
export async function appeal(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  { id, ground, words }: { id: number } & Body<typeof endpoint>,
): Promise<Settled> {
  const found = await lockOwnCase(tx, viewer, id);
  refuseWinner(found);
  // The sweep that ends the case may still be on its way.
  if (found.complaint.dueAt! <= found.now)
    fail('wrong_state', {
      detail: 'O prazo para recorrer acabou. A decisão já vale.',
      meta: { state: found.complaint.state },
    });
  await sql`insert into complaint_appeals (complaint_id, side, ground, words)
    values (${id}, ${found.side}, ${ground}, ${words})`.execute(tx);
  const appealed = await turn(tx, found, {
    event: 'appeal',
    actor: found.side,
    viewer,
    words,
    facts: { ground },
  });
  await tell(tx, appealed, 'complaint.appealed', viewer, { side: found.side });
  return payUndisputed(ctx, tx, appealed, found.side);
}

/** R10: the only losing side does not appeal, so the decision need not wait. */
export async function concede(ctx: Ctx, tx: Tx, viewer: Viewer, id: number): Promise<Settled> {
  const found = await lockOwnCase(tx, viewer, id);
  refuseWinner(found);
  if (losers(found.complaint.result!).length > 1)
    fail('forbidden', {
      detail: 'Os dois lados ainda podem recorrer. A decisão vale quando o prazo acabar.',
    });
  return carryOut(ctx, tx, found, { event: 'concede', actor: found.side, viewer });
}

function refuseWinner({ complaint, side }: SidedCase): void {
  if (complaint.state !== 'decided') refuseTurn(complaint.state, side);
  if (!losers(complaint.result!).includes(side))
    fail('forbidden', { detail: 'A decisão foi a seu favor. Só o outro lado pode recorrer.' });
}

interface Appealed {
  side: ComplaintSide;
  first_cents: number;
  decided_by: number | null;
}

/** R09: another admin decides, for good; the appeal never leaves whoever made it worse off. */
export async function decideAppeal(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  { id, ...verdict }: { id: number } & Verdict,
): Promise<Settled> {
  const found = await lockStaffCase(tx, viewer, id);
  const appealed = await findAppeal(tx, id);
  if (!appealed) refuseTurn(found.complaint.state, 'staff');
  const answer = can(viewer, 'decide_appeal', {
    parties: partiesOf(found),
    decidedBy: appealed.decided_by,
  });
  if (!answer.ok) fail(answer.reason, refusalWords(answer.reason, appealed, viewer));
  if (found.complaint.state !== 'appealed') await refuseDecided(tx, found);
  await passHold(ctx, tx, viewer, 'complaints', id);
  const ruling = await rulingOf(tx, found, verdict);
  refuseWorse(found, appealed, ruling);
  await writeDecision(tx, found, 'appeal', ruling, viewer);
  const { result, refundCents, grounds, rule } = ruling;
  return finish(ctx, tx, found, {
    event: 'decide_appeal',
    actor: 'staff',
    viewer,
    ending: 'appeal_decided',
    result,
    refundCents,
    words: grounds,
    facts: { result, refundCents, rule },
  });
}

async function findAppeal(tx: Tx, id: number): Promise<Appealed | undefined> {
  const { rows } = await sql<Appealed>`
    select a.side, d.refund_cents as first_cents, d.decided_by
    from complaint_appeals a join complaint_decisions d on d.complaint_id = a.complaint_id and d.instance = 'first'
    where a.complaint_id = ${id}`.execute(tx);
  return rows[0];
}

function refusalWords(reason: 'forbidden' | 'own_decision', { decided_by: by }: Appealed, viewer: Viewer) {
  if (reason === 'forbidden')
    return { detail: 'Recursos são decididos por administradoras e administradores.' };
  return by === viewer.id
    ? { detail: 'Você tomou a decisão anterior. Outra pessoa precisa julgar o recurso.' }
    : {};
}

function refuseWorse({ complaint, order }: Case, appealed: Appealed, ruling: Ruling): void {
  const { side, first_cents: firstCents } = appealed;
  if (worsens(side, firstCents, ruling.refundCents))
    fail('invalid_request', {
      errors: { result: 'Um recurso não pode piorar a situação de quem recorreu.' },
    });
  const undelivered = !replacedAtOnce(order.deliveryType) && !complaint.fulfilledAt;
  if (ruling.result === 'replacement' && (undelivered || firstCents > 0))
    fail('invalid_request', {
      errors: { result: 'Nesta etapa a troca só vale se a outra unidade já foi entregue.' },
    });
}
