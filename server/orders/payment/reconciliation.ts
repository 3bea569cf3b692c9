import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { listPaymentDifferences } from '#contract/payments/payments.ts';
import { dayIn, shift, startOf } from '#domain/business-days.ts';
import type { Day } from '#domain/business-days.ts';
import type { PaymentMethod } from '#domain/payments/payments.ts';
import type { Movement, MovementKind } from '#server/adapters/payments/payment-provider.ts';
import type { Ctx, Queryable } from '#server/context.ts';
import { declinePayment } from '#server/payments/commands.ts';
import { marketNow } from '#server/database/transaction.ts';
import { confirmPayment } from './payment.ts';

interface Waiting {
  id: number;
  reference: string;
  providerId: string | null;
  method: PaymentMethod;
  /** The provider was asked for its card long enough ago to know it. */
  unheard: boolean;
  /** Nobody waits for its money any more: what was given up before it was opened is unknown there for good. */
  closed: boolean;
}

/** What became of asking about charges: each is in `asked` and at most in one of the others. */
export interface Reconciled {
  asked: number;
  updated: number;
  /** The provider does not know them. */
  unknown: number;
  /** It gave no answer. */
  unanswered: number;
}

/**
 * Asks the provider about every charge whose money may have come without a notice: those that wait, those it
 * examines, and those that closed a few days ago. A card that it never heard of was not charged.
 * @param limit how many at most, those that still wait first and the soonest to expire before others
 */
export async function reconcileCharges(ctx: Ctx, limit: number | null = null): Promise<Reconciled> {
  const { rows } = await sql<Waiting>`
    select id, reference, provider_id as "providerId", method,
      coalesce(state = 'created' and asked_at < market_now() - interval '2 minutes', false) as unheard,
      state in ('expired', 'cancelled') as closed
    from payments where end_to_end_id is null and provider = ${ctx.payments.name}
      and (state = 'in_review' or expires_at > market_now() - case method when 'boleto' then interval '5 days'
        else interval '1 day' end)
      and (method <> 'card' or asked_at is not null or provider_id is not null)
      and (state in ('expired', 'cancelled', 'in_review')
        or (state in ('created', 'pending') and created_at < market_now() - interval '1 minute'))
    order by closed, expires_at limit ${limit}`.execute(ctx.db);
  const done: Reconciled = { asked: rows.length, updated: 0, unknown: 0, unanswered: 0 };
  for (const waiting of rows) {
    const outcome = await reconcile(ctx, waiting).catch((error: unknown) => {
      ctx.log.warn({ err: error, reference: waiting.reference }, 'a charge could not be reconciled');
      return 'unanswered' as const;
    });
    if (outcome !== 'same') done[outcome] += 1;
  }
  return done;
}

async function reconcile(
  ctx: Ctx,
  { id, reference, providerId, method, unheard, closed }: Waiting,
): Promise<'updated' | 'unknown' | 'same'> {
  const { known, news } = await confirmPayment(ctx, { reference, providerId });
  if (news) return 'updated';
  if (known || closed) return 'same';
  const declined = method === 'card' && unheard && (await declinePayment(ctx.db, id, 'not_processed'));
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

/** Days that are made up for after nobody looked, or the provider gave no answer. */
const mostDays = 7;

/**
 * The full pass over a day that ended (São Paulo): every movement of the provider's list against ours and the other
 * way round. What a lost notice explains is made good first; what is left is written down for a person, never guessed.
 * @returns 1 if a day was compared now, which another may follow
 */
export async function reconcileDay(ctx: Ctx): Promise<number> {
  const day = await nextDay(ctx);
  if (day === null) return 0;
  const { name: provider } = ctx.payments;
  // A movement near midnight may stand on another day in our books.
  const around = await ctx.payments.listMovements(startOf(shift(day, -1)), startOf(shift(day, 2)));
  const theirs = around.filter(({ at }) => dayIn(at) === day);
  const first = await compare(ctx, day, theirs, around);
  const differences = (await makeGood(ctx, first)) ? await compare(ctx, day, theirs, around) : first;
  await keep(ctx.db, { provider, day, movements: theirs.length, differences });
  if (differences.length > 0)
    ctx.log.error({ day, provider, differences: differences.length }, 'the books differ from the provider');
  return 1;
}

/** The day after the last one that was compared, if it is over; the first is yesterday. */
async function nextDay({ db, payments }: Ctx): Promise<Day | null> {
  const yesterday = shift(dayIn(await marketNow(db)), -1);
  const { rows } = await sql<{ day: Day | null }>`
    select max(day) as day from reconciled_days where provider = ${payments.name}`.execute(db);
  const last = rows[0]!.day;
  if (last === null) return yesterday;
  if (last >= yesterday) return null;
  const [next, oldest] = [shift(last, 1), shift(yesterday, 1 - mostDays)];
  return next > oldest ? next : oldest;
}

/** Receipts that we don't have may only lack their notice. @returns whether any was asked about */
async function makeGood(ctx: Ctx, differences: Difference[]): Promise<boolean> {
  const lost = differences.filter(({ kind, problem }) => kind === 'receipt' && problem === 'ours_missing');
  for (const { reference } of lost) if (reference) await confirmPayment(ctx, { reference });
  return lost.length > 0;
}

interface Own {
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

/** Money of somebody else that a person still looks at: it is here and not booked yet. */
async function heldReferences({ db }: Ctx): Promise<Set<string>> {
  const { rows } = await sql<{ reference: string }>`
    select reference from payments where state = 'in_review' and review_reason = 'third_party'`.execute(db);
  return new Set(rows.map(({ reference }) => reference));
}

/** What our books say of that day, and of the movements the provider lists, whatever our day of them. */
async function ourMovements(ctx: Ctx, day: Day, theirs: Movement[]): Promise<Own[]> {
  const [from, to] = [startOf(day), startOf(shift(day, 1))];
  const ids = (kind: MovementKind) =>
    theirs.filter((each) => each.kind === kind).map(({ movementId }) => movementId);
  const { rows } = await sql<Own>`
    select 'receipt' as kind, end_to_end_id as "movementId", reference, received_cents as cents from payments
    where end_to_end_id is not null and provider = ${ctx.payments.name}
      and ((confirmed_at >= ${from} and confirmed_at < ${to}) or end_to_end_id = any (${ids('receipt')}))
    union all
    select 'refund', r.provider_id, p.reference, r.amount_cents from refunds r join payments p on p.id = r.payment_id
    where r.state = 'completed' and p.provider = ${ctx.payments.name}
      -- What went into a balance, left by another bank's hand, or was taken by the payer's, is no refund of the provider's.
      and r.destination = 'original' and r.hand_end_to_end_id is null and not r.taken
      and ((r.completed_at >= ${from} and r.completed_at < ${to}) or r.provider_id = any (${ids('refund')}))
    union all
    select 'payout', provider_id, null, amount_cents - fee_cents from withdrawals
    where paid_at is not null and provider_id is not null
      -- Of what came back some providers still tell the payout.
      and ((state = 'paid' and paid_at >= ${from} and paid_at < ${to}) or provider_id = any (${ids('payout')}))`.execute(
    ctx.db,
  );
  return rows;
}

/** Two processes may have compared the same day: each difference is written once. */
async function keep(
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

/** The newest differences, and the days that were compared. */
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
