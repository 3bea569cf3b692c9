import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { listPaymentDifferences } from '#contract/payments/payments.ts';
import { saoPauloDay, addDays, startOfDay } from '#domain/business-days.ts';
import type { Day } from '#domain/business-days.ts';
import type { PaymentMethod } from '#domain/payments/payments.ts';
import type { Movement, MovementKind } from '#server/adapters/payments/payment-provider.ts';
import type { Ctx, Queryable } from '#server/context.ts';
import { declinePayment } from '#server/payments/commands.ts';
import { marketNow } from '#server/database/transaction.ts';
import { confirmPayment } from './payment.ts';

interface UnsettledCharge {
  id: number;
  reference: string;
  providerId: string | null;
  method: PaymentMethod;
  /** The card was sent to the provider so long ago that the provider would know it. */
  unknownToProvider: boolean;
  /** The charge ended here, so the provider may never have known it. */
  closed: boolean;
}

/** The result of a reconciliation: each charge counts in `asked` and in at most one of the others. */
export interface Reconciled {
  asked: number;
  updated: number;
  /** The provider does not know them. */
  unknown: number;
  /** It gave no answer. */
  unanswered: number;
}

/**
 * Asks the provider about every charge whose webhook may have been lost: open ones, those under review, and those that
 * closed a few days ago. A card that the provider does not know was not charged.
 * @param limit the maximum number of charges, open ones and those that expire soonest first
 */
export async function reconcileCharges(ctx: Ctx, limit: number | null = null): Promise<Reconciled> {
  const { rows } = await sql<UnsettledCharge>`
    select id, reference, provider_id as "providerId", method,
      coalesce(state = 'created' and asked_at < market_now() - interval '2 minutes', false) as "unknownToProvider",
      state in ('expired', 'cancelled') as closed
    from payments where end_to_end_id is null and provider = ${ctx.payments.name}
      and (state = 'in_review' or expires_at > market_now() - case method when 'boleto' then interval '5 days'
        else interval '1 day' end)
      and (method <> 'card' or asked_at is not null or provider_id is not null)
      and (state in ('expired', 'cancelled', 'in_review')
        or (state in ('created', 'pending') and created_at < market_now() - interval '1 minute'))
    order by closed, expires_at limit ${limit}`.execute(ctx.db);
  const done: Reconciled = { asked: rows.length, updated: 0, unknown: 0, unanswered: 0 };
  for (const charge of rows) {
    const outcome = await reconcile(ctx, charge).catch((error: unknown) => {
      ctx.log.warn({ err: error, reference: charge.reference }, 'a charge could not be reconciled');
      return 'unanswered' as const;
    });
    if (outcome !== 'same') done[outcome] += 1;
  }
  return done;
}

async function reconcile(
  ctx: Ctx,
  { id, reference, providerId, method, unknownToProvider, closed }: UnsettledCharge,
): Promise<'updated' | 'unknown' | 'same'> {
  const { known, changed } = await confirmPayment(ctx, { reference, providerId });
  if (changed) return 'updated';
  if (known || closed) return 'same';
  const declined =
    method === 'card' && unknownToProvider && (await declinePayment(ctx.db, id, 'not_processed'));
  return declined ? 'updated' : 'unknown';
}

type Problem = 'ours_missing' | 'theirs_missing' | 'amount_differs';

interface Difference {
  kind: MovementKind;
  problem: Problem;
  movementId: string;
  reference: string | null;
  ourCents: number | null;
  theirCents: number | null;
}

/** Past days that are compared at most after an outage of ours or of the provider. */
const maxDays = 7;

/**
 * Compares a past day (São Paulo) completely: every movement of the provider's list with ours, and the reverse. It first
 * confirms payments whose webhook was lost; what still differs is stored for staff, never guessed.
 * @returns 1 when a day was compared, since another may be due
 */
export async function reconcileDay(ctx: Ctx): Promise<number> {
  const day = await nextDay(ctx);
  if (day === null) return 0;
  const { name: provider } = ctx.payments;
  // A movement near midnight may have another date in our books.
  const around = await ctx.payments.listMovements(startOfDay(addDays(day, -1)), startOfDay(addDays(day, 2)));
  const theirs = around.filter(({ at }) => saoPauloDay(at) === day);
  const first = await compare(ctx, day, theirs, around);
  const differences = (await confirmLostPayments(ctx, first))
    ? await compare(ctx, day, theirs, around)
    : first;
  await storeComparison(ctx.db, { provider, day, movements: theirs.length, differences });
  if (differences.length > 0)
    ctx.log.error({ day, provider, differences: differences.length }, 'the books differ from the provider');
  return 1;
}

/** The day after the last one that was compared, if it is over; the first is yesterday. */
async function nextDay({ db, payments }: Ctx): Promise<Day | null> {
  const yesterday = addDays(saoPauloDay(await marketNow(db)), -1);
  const { rows } = await sql<{ day: Day | null }>`
    select max(day) as day from reconciled_days where provider = ${payments.name}`.execute(db);
  const last = rows[0]!.day;
  if (last === null) return yesterday;
  if (last >= yesterday) return null;
  const [next, oldest] = [addDays(last, 1), addDays(yesterday, 1 - maxDays)];
  return next > oldest ? next : oldest;
}

/** Asks the provider about incoming payments that we lack. @returns whether there was any */
async function confirmLostPayments(ctx: Ctx, differences: Difference[]): Promise<boolean> {
  const lost = differences.filter(({ kind, problem }) => kind === 'receipt' && problem === 'ours_missing');
  for (const { reference } of lost) if (reference) await confirmPayment(ctx, { reference });
  return lost.length > 0;
}

interface OwnMovement {
  kind: MovementKind;
  movementId: string;
  reference: string | null;
  cents: number;
}

async function compare(ctx: Ctx, day: Day, theirs: Movement[], around: Movement[]): Promise<Difference[]> {
  const ours = await ourMovements(ctx, day, theirs);
  const ourCents = new Map(ours.map((own) => [keyOf(own), own.cents]));
  const listed = new Set(around.map(keyOf));
  const held = await heldReferences(ctx);
  const found = theirs.flatMap((movement): Difference[] => {
    const { kind, movementId, reference, amountCents: theirCents } = movement;
    const cents = ourCents.get(keyOf(movement));
    if (cents === theirCents || (cents === undefined && reference && held.has(reference))) return [];
    const problem = cents === undefined ? 'ours_missing' : 'amount_differs';
    return [{ kind, movementId, reference, problem, ourCents: cents ?? null, theirCents }];
  });
  const missing = ours
    .filter((own) => !listed.has(keyOf(own)) && ctx.payments.listedKinds.includes(own.kind))
    .map(({ cents, ...own }) => ({
      ...own,
      problem: 'theirs_missing' as const,
      ourCents: cents,
      theirCents: null,
    }));
  return [...found, ...missing];
}

function keyOf({ kind, movementId }: { kind: MovementKind; movementId: string }): string {
  return `${kind} ${movementId}`;
}

/** References of payments under review, whose money has arrived and is not booked yet. */
async function heldReferences({ db }: Ctx): Promise<Set<string>> {
  const { rows } = await sql<{ reference: string }>`
    select reference from payments where state = 'in_review' and review_reason = 'third_party'`.execute(db);
  return new Set(rows.map(({ reference }) => reference));
}

/** Our movements of that day, and those that the provider lists, whatever their date in our books. */
async function ourMovements(ctx: Ctx, day: Day, theirs: Movement[]): Promise<OwnMovement[]> {
  const [from, to] = [startOfDay(day), startOfDay(addDays(day, 1))];
  const ids = (kind: MovementKind) =>
    theirs.filter((each) => each.kind === kind).map(({ movementId }) => movementId);
  const { rows } = await sql<OwnMovement>`
    select 'receipt' as kind, end_to_end_id as "movementId", reference, received_cents as cents from payments
    where end_to_end_id is not null and provider = ${ctx.payments.name}
      and ((confirmed_at >= ${from} and confirmed_at < ${to}) or end_to_end_id = any (${ids('receipt')}))
    union all
    select 'refund', r.provider_id, p.reference, r.amount_cents from refunds r join payments p on p.id = r.payment_id
    where r.state = 'completed' and p.provider = ${ctx.payments.name}
      -- Refunds into a balance, sent manually by another bank, or taken by the payer's bank are no refunds of the provider.
      and r.destination = 'original' and r.hand_end_to_end_id is null and not r.taken
      and ((r.completed_at >= ${from} and r.completed_at < ${to}) or r.provider_id = any (${ids('refund')}))
    union all
    select 'payout', provider_id, null, amount_cents - fee_cents from withdrawals
    where paid_at is not null and provider_id is not null
      -- Some providers still list the payout after its money came back.
      and ((state = 'paid' and paid_at >= ${from} and paid_at < ${to}) or provider_id = any (${ids('payout')}))`.execute(
    ctx.db,
  );
  return rows;
}

/** Stores each difference once, even when two processes compared the same day. */
async function storeComparison(
  db: Queryable,
  given: { provider: string; day: Day; movements: number; differences: Difference[] },
): Promise<void> {
  const { provider, day, movements, differences } = given;
  await sql`
    with written as (
      insert into payment_differences (provider, day, kind, problem, movement_id, reference, our_cents, their_cents)
      select ${provider}, ${day}, d.kind, d.problem, d."movementId", d.reference, d."ourCents", d."theirCents"
      from jsonb_to_recordset(${JSON.stringify(differences)}::jsonb) as d (kind text, problem text,
        "movementId" text, reference text, "ourCents" bigint, "theirCents" bigint)
      on conflict do nothing)
    insert into reconciled_days (provider, day, movements, differences)
    values (${provider}, ${day}, ${movements}, ${differences.length}) on conflict do nothing`.execute(db);
}

interface DifferenceRow extends Omit<Reply<typeof listPaymentDifferences>['items'][number], 'foundAt'> {
  foundAt: Date;
}

/** The newest differences and the compared days. */
export async function listDifferences(db: Queryable): Promise<Reply<typeof listPaymentDifferences>> {
  const { rows } = await sql<DifferenceRow>`
    select id, provider, day, kind, problem, movement_id as "movementId", reference, our_cents as "ourCents",
      their_cents as "theirCents", found_at as "foundAt"
    from payment_differences order by id desc limit 200`.execute(db);
  const { rows: days } = await sql<{ day: string; movements: number; differences: number; at: Date }>`
    select day, movements, differences, at from reconciled_days order by day desc limit 31`.execute(db);
  return {
    items: rows.map((row) => ({ ...row, foundAt: row.foundAt.toISOString() })),
    days: days.map((row) => ({ ...row, at: row.at.toISOString() })),
  };
}
