import { isValidCpf } from '@brazilian-utils/brazilian-utils';
import { sql } from 'kysely';
import type { Body } from '#contract/endpoint.ts';
import type {
  decideWithdrawal as decideEndpoint,
  requestWithdrawal as requestEndpoint,
} from '#contract/withdrawals.ts';
import type { Viewer } from '#domain/accounts.ts';
import { fail } from '#domain/errors.ts';
import { allowed, next } from '#domain/machine.ts';
import { can } from '#domain/permissions.ts';
import { withdrawalAsked, withdrawalReturned } from '#domain/postings.ts';
import { withdrawalFee, withdrawalMachine } from '#domain/withdrawals.ts';
import type { WithdrawalRules, WithdrawalState } from '#domain/withdrawals.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events.ts';
import { post } from '#server/ledger/post.ts';
import { balances } from '#server/ledger/queries.ts';
import { currentRules } from '#server/settings/queries.ts';
import { earlierThisMonth } from './queries.ts';

interface Holder {
  full_name: string | null;
  cpf: string | null;
}

/**
 * §4.10: sets the amount apart at once, to be paid by Pix to a key of the same CPF. The owner's row is held, so that
 * the first of the month is free once and two requests see each other.
 */
export async function requestWithdrawal(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  input: Body<typeof requestEndpoint>,
): Promise<number> {
  if (!viewer.emailVerified) fail('email_not_verified');
  const { rules } = await currentRules(ctx.db, tx);
  checkCpf(input.cpf);
  checkAmount(input.amountCents, rules.withdrawal);
  const { rows } = await sql<Holder>`
    select full_name, cpf from users where id = ${viewer.id} for no key update`.execute(tx);
  await nameHolder(tx, viewer, rows[0]!, input);
  await checkBalance(tx, viewer, input.amountCents);
  const feeCents = withdrawalFee(await earlierThisMonth(tx, viewer.id), rules.withdrawal);
  const id = await insertWithdrawal(tx, viewer, { ...input, feeCents });
  await post(tx, withdrawalAsked({ withdrawalId: id, userId: viewer.id, amountCents: input.amountCents }));
  await record(tx, {
    kind: 'withdrawal.requested',
    actor: viewer,
    subject: { kind: 'withdrawal', id },
    data: { userId: viewer.id, amountCents: input.amountCents, feeCents },
  });
  return id;
}

function checkCpf(cpf: string): void {
  if (!isValidCpf(cpf))
    fail('invalid_request', { errors: { cpf: 'Este CPF não existe. Confira os 11 números.' } });
}

function checkAmount(amountCents: number, { minCents }: WithdrawalRules): void {
  if (amountCents >= minCents) return;
  const detail = `O mínimo para saque é ${reais(minCents)}.`;
  fail('withdrawal_below_minimum', { detail, errors: { amountCents: detail }, meta: { minCents } });
}

/** The first withdrawal names the account's holder; every later one must be the same person's. */
async function nameHolder(
  tx: Tx,
  viewer: Viewer,
  holder: Holder,
  input: { holderName: string; cpf: string },
): Promise<void> {
  if (holder.cpf !== null) {
    if (holder.cpf !== input.cpf)
      fail('invalid_request', { errors: { cpf: 'A chave precisa estar no CPF desta conta.' } });
    if (holder.full_name !== null && plain(holder.full_name) !== plain(input.holderName))
      fail('invalid_request', { errors: { holderName: 'O nome precisa ser o do titular desta conta.' } });
    return;
  }
  await sql`update users set cpf = ${input.cpf}, full_name = coalesce(full_name, ${input.holderName})
    where id = ${viewer.id}`
    .execute(tx)
    .catch((error: { code?: string }) => {
      if (error.code !== '23505') throw error;
      fail('cpf_taken', { errors: { cpf: 'Este CPF já está em outra conta.' } });
    });
}

function plain(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

/** The ledger refuses an overdraft by itself; this only says how much there is. */
async function checkBalance(tx: Tx, viewer: Viewer, amountCents: number): Promise<void> {
  const { availableCents } = await balances(tx, viewer.id);
  if (amountCents <= availableCents) return;
  const detail = `Seu saldo disponível é ${reais(availableCents)}.`;
  fail('insufficient_balance', { detail, errors: { amountCents: detail }, meta: { availableCents } });
}

const money = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
const reais = (amountCents: number) => money.format(amountCents / 100);

async function insertWithdrawal(
  tx: Tx,
  viewer: Viewer,
  asked: { amountCents: number; feeCents: number; cpf: string; holderName: string },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into withdrawals (user_id, amount_cents, fee_cents, pix_key_type, pix_key, holder_name)
    values (${viewer.id}, ${asked.amountCents}, ${asked.feeCents}, 'cpf', ${asked.cpf}, ${asked.holderName})
    returning id`.execute(tx);
  return rows[0]!.id;
}

interface Locked {
  id: number;
  user_id: number;
  amount_cents: number;
  state: WithdrawalState;
  decided_by: string | null;
  decided_at: Date | null;
}

async function lock(tx: Tx, id: number): Promise<Locked | undefined> {
  const { rows } = await sql<Locked>`
    select w.id, w.user_id, w.amount_cents, w.state, w.decided_at,
      (select username::text from users where id = w.decided_by) as decided_by
    from withdrawals w where w.id = ${id} for no key update of w`.execute(tx);
  return rows[0];
}

/** The owner takes the request back before anybody decided; every centavo returns. */
export async function cancelWithdrawal(tx: Tx, viewer: Viewer, id: number): Promise<void> {
  const withdrawal = await lock(tx, id);
  if (!withdrawal || withdrawal.user_id !== viewer.id) fail('not_found');
  const { state } = withdrawal;
  if (!('to' in next(withdrawalMachine, 'cancel', state, 'owner')))
    fail('wrong_state', { meta: { state, allowed: allowed(withdrawalMachine, state, 'owner') } });
  await sql`update withdrawals set state = 'cancelled' where id = ${id}`.execute(tx);
  await giveBack(tx, withdrawal);
  await record(tx, about('withdrawal.cancelled', withdrawal, viewer));
}

/** Staff approves or refuses; a refusal gives every centavo back and says why. */
export async function decideWithdrawal(
  tx: Tx,
  viewer: Viewer,
  { id, decision, note }: { id: number } & Body<typeof decideEndpoint>,
): Promise<{ id: number; state: WithdrawalState }> {
  if (decision === 'reject' && note.length === 0)
    fail('invalid_request', { errors: { note: 'Diga o motivo da recusa.' } });
  const withdrawal = (await lock(tx, id)) ?? fail('not_found');
  const { user_id: ownerId, amount_cents: amountCents } = withdrawal;
  const answer = can(viewer, 'decide_withdrawal', { ownerId, amountCents });
  if (!answer.ok) fail(answer.reason);
  const decided = next(withdrawalMachine, decision, withdrawal.state, 'staff');
  if ('refusal' in decided) refuseDecided(withdrawal);
  await sql`update withdrawals set state = ${decided.to}, decided_by = ${viewer.id}, decided_at = market_now(),
    decision_note = ${note || null} where id = ${id}`.execute(tx);
  if (decision === 'reject') await giveBack(tx, withdrawal);
  const kind = decision === 'reject' ? 'withdrawal.rejected' : 'withdrawal.approved';
  await record(tx, about(kind, withdrawal, viewer, { note }));
  return { id, state: decided.to };
}

function refuseDecided({ state, decided_by: by, decided_at: at }: Locked): never {
  const meta = { state, by, at: at?.toISOString() ?? null };
  if (by === null) fail('already_decided', { detail: 'Este saque já foi encerrado.', meta });
  fail('already_decided', { detail: `@${by} já decidiu este saque.`, meta });
}

function giveBack(tx: Tx, { id, user_id: userId, amount_cents: amountCents }: Locked) {
  return post(tx, withdrawalReturned({ withdrawalId: id, userId, amountCents }));
}

function about(
  kind: 'withdrawal.cancelled' | 'withdrawal.rejected' | 'withdrawal.approved',
  { id, user_id: userId, amount_cents: amountCents }: Locked,
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
