import { sql } from 'kysely';
import type { Body } from '#contract/endpoint.ts';
import type { decideWithdrawal as decideEndpoint } from '#contract/withdrawals/staff-withdrawals.ts';
import type { requestWithdrawal as requestEndpoint } from '#contract/withdrawals/withdrawals.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { allowedEvents, nextState } from '#domain/machine.ts';
import { can } from '#domain/staff/permissions.ts';
import { withdrawalAsked, withdrawalReturned } from '#domain/ledger/postings.ts';
import type { Rules } from '#domain/settings/rules.ts';
import { withdrawalMachine, withdrawalParts } from '#domain/withdrawals/withdrawals.ts';
import type { WithdrawalParts, WithdrawalRules, WithdrawalState } from '#domain/withdrawals/withdrawals.ts';
import { consumeClaim } from '#server/staff/queue-claims/commands.ts';
import { consumeSecondFactor } from '#server/http/gate.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { lockAllowance, refuseBeyond } from '#server/accounts/limits.ts';
import { record, recordDecision } from '#server/events/events.ts';
import { collectDebt, creditAndCollectDebt } from '#server/ledger/debts.ts';
import { post } from '#server/ledger/post.ts';
import { balances } from '#server/ledger/queries.ts';
import type { Balances } from '#server/ledger/queries.ts';
import { whyAdmin } from '#server/staff/money-decisions/sums.ts';
import { refuseEarlierDecider } from '#server/staff/queue-claims/earlier-deciders.ts';
import { currentRules } from '#server/settings/queries.ts';
import { formatCents, formatMoment } from '#server/formats.ts';
import { examineWithdrawal } from '#server/staff/queue-claims/examination.ts';
import { isOfPerson, pausedUntil, withdrawalTerms } from './queries.ts';
import { possibleFor } from './refusals.ts';
import { approveByRule } from './automatic-approval.ts';
import { lockWithdrawalSums, limitedAmounts } from './decision-sums.ts';

interface Holder {
  full_name: string;
  document: string;
  key_type: 'cpf' | 'cnpj';
  waits_until: Date | null;
  /** Until when this browser counts as new on an account that was used from other browsers before. */
  new_device_until: Date | null;
  withdrawn_today: number;
}

/**
 * §4.10: takes the amount from balance and purchase credit at once: at most half of it pays off the owner's debt, the rest
 * is reserved, to be paid by Pix to the document the account was verified with. The owner's row is locked, so that only
 * one withdrawal of the month is free and concurrent requests see each other.
 */
export async function requestWithdrawal(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  { amountCents: grossCents }: Body<typeof requestEndpoint>,
): Promise<number> {
  if (!viewer.emailVerified) fail('email_not_verified');
  const { rules } = await currentRules(ctx.db, tx);
  const allowance = await lockAllowance(ctx, tx, viewer.id);
  await consumeSecondFactor(ctx, tx, viewer);
  await lockPerson(tx, viewer);
  const holder = await findHolder(tx, viewer, rules.security);
  await collectDebt(tx, viewer.id);
  const held = await balances(tx, viewer.id);
  const parts = withdrawalParts(grossCents, held, rules.withdrawal);
  const { amountCents } = parts;
  // Without a document there is no Pix key, so nothing can be withdrawn (N2).
  refuseBeyond(allowance, 'withdrawPerDayCents', { used: holder?.withdrawn_today ?? 0, more: amountCents });
  if (!holder) fail('verification_required', { meta: { needs: 'identity' } });
  if (holder.waits_until)
    refuseUntil(
      holder.waits_until,
      (moment) => `A segurança da conta mudou há pouco. Os saques esperam até ${moment}.`,
    );
  refuseNewDevice(holder, amountCents, rules.withdrawal);
  const { minCents, feeCents } = await withdrawalTerms(tx, viewer.id, held, rules.withdrawal);
  checkAmount(grossCents, amountCents - feeCents, minCents);
  checkBalance(grossCents, held);
  const id = await insertWithdrawal(tx, viewer, { ...parts, feeCents, holder });
  await post(tx, withdrawalAsked({ withdrawalId: id, userId: viewer.id, ...parts }));
  await record(tx, {
    kind: 'withdrawal.requested',
    actor: viewer,
    subject: { kind: 'withdrawal', id },
    data: { userId: viewer.id, amountCents, feeCents, debtCents: parts.debtCents },
  });
  await approveByRule(tx, { id, userId: viewer.id, amountCents, pixKey: holder.document }, rules.withdrawal);
  return id;
}

/** Serialises requests of accounts that declared the same document, so that its daily limit holds (ADR 0079). */
async function lockPerson(tx: Tx, viewer: Viewer): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('withdrawals:' || coalesce(cpf, cnpj), 0)) from users
    where id = ${viewer.id} and coalesce(cpf, cnpj) is not null`.execute(tx);
}

/** The declared person to pay, today's withdrawals (São Paulo) and until when withdrawals are paused. */
async function findHolder(tx: Tx, viewer: Viewer, security: Rules['security']): Promise<Holder | null> {
  const { rows } = await sql<Holder>`
    select u.full_name, coalesce(u.cpf, u.cnpj) as document,
      case when u.cpf is null then 'cnpj' else 'cpf' end as key_type,
      ${pausedUntil(security)} as waits_until,
      (select d.first_seen_at + c.pause from sessions s join devices d on d.id = s.device_id
        where s.id = ${viewer.sessionId} and d.first_seen_at > market_now() - c.pause and exists (
          select from devices e where e.user_id = u.id and e.first_seen_at < d.first_seen_at)) as new_device_until,
      (select coalesce(sum(amount_cents), 0)::bigint from withdrawals w where ${isOfPerson(viewer.id)}
        and w.state not in ('cancelled', 'rejected', 'returned')
        and w.created_at >= date_trunc('day', market_now() at time zone 'America/Sao_Paulo')
          at time zone 'America/Sao_Paulo') as withdrawn_today
    from users u, (select ${security.withdrawalCoolDownMs}::bigint * interval '1 millisecond' as pause) c
    where u.id = ${viewer.id} and u.identity_verified_at is not null`.execute(tx);
  return rows[0] ?? null;
}

/** §4.10: limits withdrawals from a new browser on its first day. */
function refuseNewDevice(
  { new_device_until: until, withdrawn_today: used }: Holder,
  amountCents: number,
  { newDeviceCents }: WithdrawalRules,
): void {
  if (until === null || used + amountCents <= newDeviceCents) return;
  const most = formatCents(newDeviceCents);
  refuseUntil(until, (moment) => `Este aparelho é novo na sua conta e saca até ${most} antes de ${moment}.`);
}

/** Refuses with the end of the pause. */
function refuseUntil(until: Date, words: (moment: string) => string): never {
  fail('withdrawal_cool_down', {
    detail: words(formatMoment(until)),
    meta: { until: until.toISOString() },
  });
}

/** The amount must be above zero after debt and fee too. */
function checkAmount(grossCents: number, netCents: number, minCents: number): void {
  if (grossCents >= minCents && netCents > 0) return;
  const detail = `O mínimo para saque é ${formatCents(minCents)}.`;
  fail('withdrawal_below_minimum', { detail, errors: { amountCents: detail }, meta: { minCents } });
}

/** The ledger refuses an overdraft by itself; this refusal states the available amount. */
function checkBalance(grossCents: number, { availableCents, purchaseCreditCents }: Balances): void {
  const withdrawableCents = availableCents + purchaseCreditCents;
  if (grossCents <= withdrawableCents) return;
  const detail = `Seu saldo disponível é ${formatCents(withdrawableCents)}.`;
  fail('insufficient_balance', {
    detail,
    errors: { amountCents: detail },
    meta: { availableCents: withdrawableCents },
  });
}

async function insertWithdrawal(
  tx: Tx,
  viewer: Viewer,
  asked: WithdrawalParts & { feeCents: number; holder: Holder },
): Promise<number> {
  const { amountCents, creditCents, debtCents, feeCents, holder } = asked;
  const { rows } = await sql<{ id: number }>`
    insert into withdrawals (user_id, amount_cents, credit_cents, debt_cents, fee_cents, pix_key_type, pix_key,
      holder_name)
    values (${viewer.id}, ${amountCents}, ${creditCents}, ${debtCents}, ${feeCents}, ${holder.key_type},
      ${holder.document}, ${holder.full_name}) returning id`.execute(tx);
  return rows[0]!.id;
}

interface LockedWithdrawal {
  id: number;
  user_id: number;
  amount_cents: number;
  credit_cents: number;
  state: WithdrawalState;
  pix_key: string;
  decided_by: string | null;
  decided_at: Date | null;
  first_by: number | null;
}

async function lockWithdrawal(tx: Tx, id: number): Promise<LockedWithdrawal | undefined> {
  const { rows } = await sql<LockedWithdrawal>`
    select w.id, w.user_id, w.amount_cents, w.credit_cents, w.state, w.pix_key, w.decided_at, w.first_by,
      (select username::text from users where id = w.decided_by) as decided_by
    from withdrawals w where w.id = ${id} for no key update of w`.execute(tx);
  return rows[0];
}

/** The owner cancels the request before a decision; the whole amount returns. */
export async function cancelWithdrawal(tx: Tx, viewer: Viewer, id: number): Promise<void> {
  const withdrawal = await lockWithdrawal(tx, id);
  if (!withdrawal || withdrawal.user_id !== viewer.id) fail('not_found');
  const { state } = withdrawal;
  if (!('to' in nextState(withdrawalMachine, 'cancel', state, 'owner')))
    fail('wrong_state', { meta: { state, allowed: allowedEvents(withdrawalMachine, state, 'owner') } });
  await sql`update withdrawals set state = 'cancelled' where id = ${id}`.execute(tx);
  await returnAmount(tx, withdrawal);
  await record(tx, withdrawalEvent('withdrawal.cancelled', withdrawal, viewer));
}

/**
 * Staff approve or reject; a rejection returns the whole amount with a reason. Above the limit for two people, a sum over
 * the window, the first approval waits for a second person (§4.15).
 * @throws `second_person_needed` for the first approver's second try
 */
export async function decideWithdrawal(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  { id, decision, note }: { id: number } & Body<typeof decideEndpoint>,
): Promise<{ id: number; state: WithdrawalState }> {
  if (decision === 'reject' && note.length === 0)
    fail('invalid_request', { errors: { note: 'Diga o motivo da recusa.' } });
  const withdrawal = (await lockWithdrawal(tx, id)) ?? fail('not_found');
  const { user_id: ownerId, amount_cents: amountCents } = withdrawal;
  const { withdrawal: rules } = (await currentRules(ctx.db, tx)).rules;
  const { supportLimitCents } = rules;
  const answer = can(viewer, 'decide_withdrawal', { ownerId, amountCents, supportLimitCents });
  if (!answer.ok) fail(answer.reason);
  const decided = nextState(withdrawalMachine, decision, withdrawal.state, 'staff');
  if ('refusal' in decided) return refuseDecided(tx, viewer, withdrawal);
  const sentAt = sql`(select created_at from withdrawals where id = ${id})`;
  await refuseEarlierDecider(tx, viewer, ownerId, sentAt);
  await consumeClaim(ctx, tx, viewer, 'withdrawals', id);
  if (decision === 'approve' && (await needsSecondApproval(tx, viewer, withdrawal, rules)))
    return approveFirst(tx, viewer, withdrawal);
  await sql`update withdrawals set state = ${decided.to}, decided_by = ${viewer.id}, decided_at = market_now(),
    decision_note = ${note || null} where id = ${id}`.execute(tx);
  if (decision === 'reject') await returnAmount(tx, withdrawal);
  const kind = decision === 'reject' ? 'withdrawal.rejected' : 'withdrawal.approved';
  await recordDecision(tx, {
    ...withdrawalEvent(kind, withdrawal, viewer, { note }),
    before: { state: withdrawal.state },
    after: { state: decided.to },
    reason: note,
  });
  return { id, state: decided.to };
}

/**
 * Whether this is the first of two approvals. The limits apply to the window's sums (ADR 0075).
 * @throws `second_person_needed` for the first approver's second try · `forbidden` above support's limit
 */
async function needsSecondApproval(
  tx: Tx,
  viewer: Viewer,
  { user_id: userId, pix_key: pixKey, amount_cents: amountCents, first_by: firstBy }: LockedWithdrawal,
  rules: WithdrawalRules,
): Promise<boolean> {
  if (firstBy === viewer.id) fail('second_person_needed');
  const sums = await lockWithdrawalSums(tx, viewer, { userId, pixKey });
  const { supportCents, needsTwo } = limitedAmounts(sums, amountCents, rules);
  if (viewer.role !== 'admin' && supportCents > rules.supportLimitCents)
    fail('forbidden', { detail: whyAdmin(sums, amountCents, rules.supportLimitCents)! });
  return needsTwo && firstBy === null;
}

/** Stores the first of two approvals: nothing is paid yet, and the owner does not see the approver. */
async function approveFirst(tx: Tx, viewer: Viewer, withdrawal: LockedWithdrawal) {
  const { id } = withdrawal;
  await examineWithdrawal(tx, viewer, id);
  await sql`update withdrawals set first_by = ${viewer.id}, first_at = market_now() where id = ${id}`.execute(
    tx,
  );
  await record(tx, withdrawalEvent('withdrawal.first_approved', withdrawal, viewer));
  return { id, state: withdrawalMachine.examine.to };
}

async function refuseDecided(
  tx: Tx,
  viewer: Viewer,
  { id, decided_by: by, decided_at: at }: LockedWithdrawal,
): Promise<never> {
  const meta = { ...(await possibleFor(tx, viewer, id)), by, at: at?.toISOString() ?? null };
  if (by === null) fail('already_decided', { detail: 'Este saque já foi encerrado.', meta });
  fail('already_decided', { detail: `@${by} já decidiu este saque.`, meta });
}

function returnAmount(
  tx: Tx,
  { id, user_id: userId, amount_cents: amountCents, credit_cents: creditCents }: LockedWithdrawal,
) {
  return creditAndCollectDebt(tx, userId, () =>
    post(tx, withdrawalReturned({ withdrawalId: id, userId, amountCents, creditCents })),
  );
}

function withdrawalEvent(
  kind: 'withdrawal.cancelled' | 'withdrawal.rejected' | 'withdrawal.approved' | 'withdrawal.first_approved',
  { id, user_id: userId, amount_cents: amountCents }: LockedWithdrawal,
  actor: Viewer,
  data: Record<string, unknown> = {},
) {
  return {
    kind,
    actor,
    subject: { kind: 'withdrawal', id },
    data: { userId, amountCents, ...data },
  } as const;
}
