import { sql } from 'kysely';
import type { Body } from '#contract/endpoint.ts';
import type {
  simulateCardDecision as cardEndpoint,
  simulateContestation as contestationEndpoint,
  simulateParcel as parcelEndpoint,
  simulatePayment as paymentEndpoint,
} from '#contract/simulator/simulator.ts';
import { fail } from '#domain/errors.ts';
import { isPaymentSimulator } from '#server/adapters/payments/simulator.ts';
import { isShippingSimulator } from '#server/adapters/shipping/simulator.ts';
import type { Ctx } from '#server/context.ts';
import { openSession } from '#server/http/session.ts';
import { allSweeps } from '#server/process/sweeps.ts';
import { marketNow } from '#server/database/transaction.ts';
import { drain } from '#server/background/worker.ts';
import { demoEmails } from './queries.ts';

/** Pays a charge as a bank would. */
export async function simulatePayment(ctx: Ctx, input: Body<typeof paymentEndpoint>): Promise<void> {
  const { reference, ...how } = input;
  if (!isPaymentSimulator(ctx.payments)) fail('not_found');
  const endToEndId = await ctx.payments.payCharge(reference, how);
  if (endToEndId === null) fail('not_found');
}

/** Ends the bank's examination of a card. */
export async function simulateCardDecision(ctx: Ctx, input: Body<typeof cardEndpoint>): Promise<void> {
  if (!isPaymentSimulator(ctx.payments)) fail('not_found');
  if (!(await ctx.payments.decideCard(input.reference, input.outcome))) fail('not_found');
}

/** The receiving bank returns a withdrawal's money. */
export async function simulatePayoutReturn(ctx: Ctx, reference: string): Promise<void> {
  if (!isPaymentSimulator(ctx.payments)) fail('not_found');
  if (!(await ctx.payments.returnPayout(reference))) fail('not_found');
}

/** Makes the payer's bank examine a charge, keep it or take it back (P26). */
export async function simulateContestation(
  ctx: Ctx,
  { reference, ...how }: Body<typeof contestationEndpoint>,
): Promise<void> {
  if (!isPaymentSimulator(ctx.payments)) fail('not_found');
  if (!(await ctx.payments.contestCharge(reference, how))) fail('not_found');
}

/** Lets something happen to a parcel of the simulated carriers: what is planned next, or this. */
export async function simulateParcel(
  ctx: Ctx,
  { labelId, kind }: Body<typeof parcelEndpoint>,
): Promise<void> {
  if (!isShippingSimulator(ctx.shipping)) fail('not_found');
  const happened = kind ? await ctx.shipping.report(labelId, kind) : await ctx.shipping.advance(labelId);
  if (!happened) fail('not_found');
  await drain(ctx, allSweeps, timersLimitMs);
}

/** One-click sign-in, only for people of the demonstration. */
export async function simulateSession(
  ctx: Ctx,
  login: string,
  origin: { ip: string; userAgent: string },
): Promise<{ token: string }> {
  const { rows } = await sql<{ id: number }>`
    select id from users where (email = ${login}::citext or username = ${login}::citext) and email like ${demoEmails}`.execute(
    ctx.db,
  );
  const userId = rows[0]?.id ?? fail('not_found');
  return { token: await openSession(ctx.db, { userId, ...origin }) };
}

/** The longest wait after the clock was moved. */
const timersLimitMs = 10_000;

/** Moves the market's clock forward and runs every timer that came due. */
export async function moveClock(ctx: Ctx, byMs: number): Promise<{ now: string }> {
  await sql`select move_clock(${byMs})`.execute(ctx.db).catch((error: { code?: string }) => {
    if (error.code !== '42501') throw error;
    fail('forbidden', { detail: 'O relógio desta instalação não pode ser movido.' });
  });
  await drain(ctx, allSweeps, timersLimitMs);
  return { now: (await marketNow(ctx.db)).toISOString() };
}
