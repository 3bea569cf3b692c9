import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Cents } from '#domain/money.ts';
import type { DecisionSums, MoneyDecisionKind } from '#domain/staff/money-decisions.ts';
import type { Queryable, Tx } from '#server/context.ts';
import { formatCents } from '#server/formats.ts';

interface SumsQuery {
  kind: MoneyDecisionKind;
  /** Null where a rule decides. */
  deciderId: number | null;
  /** SQL that gives the beneficiaries' keys: {@link peopleOf}, {@link peopleOfOrder}. */
  people: RawBuilder<string[]>;
  /** The order whose earlier refunds the caller adds itself (ADR 0055). */
  apartFromOrder?: number | null;
}

/** The keys of an account: itself, its documents, and the payout key that the money goes to. */
export function peopleOf(userId: RawBuilder<unknown>, payoutKey: RawBuilder<unknown>): RawBuilder<string[]> {
  return sql`beneficiary_keys(array[${userId}]::bigint[], array[${payoutKey}]::text[])`;
}

/** The keys of a side of an order; `payer` is the buyer together with the payer that the bank named. */
export function peopleOfOrder(
  orderId: RawBuilder<unknown>,
  side: 'buyer' | 'seller' | 'both' | 'payer',
): RawBuilder<string[]> {
  return sql`beneficiary_keys_of_order(${orderId}, ${side})`;
}

const sumColumns = sql`person_cents as "personCents", alone_cents as "aloneCents", first_cents as "firstCents",
  window_ms as "windowMs"`;

/**
 * The sums of the time window for the decider and the beneficiaries. Both are locked until the transaction ends, so the
 * next decision about either sees this one. The database refuses a decision beyond the limit (`record_money_decision`).
 */
export async function lockDecisionSums(tx: Tx, query: SumsQuery): Promise<DecisionSums> {
  const { kind, deciderId, people, apartFromOrder = null } = query;
  const { rows } = await sql<DecisionSums>`
    select ${sumColumns} from lock_money_decision_sums(${kind}, ${deciderId}::bigint, ${people}, ${apartFromOrder}::bigint)`.execute(
    tx,
  );
  return rows[0]!;
}

/** The same sums for display, without a lock. */
export async function readDecisionSums(db: Queryable, weighing: SumsQuery): Promise<DecisionSums> {
  const { kind, deciderId, people, apartFromOrder = null } = weighing;
  const { rows } = await sql<DecisionSums>`
    select ${sumColumns} from money_decision_sums(${kind}, ${deciderId}::bigint, ${people}, ${apartFromOrder}::bigint)`.execute(
    db,
  );
  return rows[0]!;
}

/**
 * The sums of many subjects for display, by id. Each is a range scan of an index of `money_decisions` or `money_decision_people`.
 * @param subjects `id`, `people` and `apart_from_order` of each
 */
export async function readDecisionSumsById(
  db: Queryable,
  { kind, deciderId }: Pick<SumsQuery, 'kind' | 'deciderId'>,
  subjects: RawBuilder<unknown>,
): Promise<Map<number, DecisionSums>> {
  const { rows } = await sql<DecisionSums & { id: number }>`
    select s.id, ${sumColumns} from (${subjects}) s
      cross join lateral money_decision_sums(${kind}, ${deciderId}::bigint, s.people, s.apart_from_order)`.execute(
    db,
  );
  return new Map(rows.map(({ id, ...sums }) => [id, sums]));
}

/**
 * Why the sum requires a second person where the amount alone does not, in Portuguese; null where it does not.
 * @param limitCents above it two people decide
 */
export function whySecondPerson(sums: DecisionSums, amountCents: Cents, limitCents: Cents): string | null {
  const { aloneCents: ownCents } = sums;
  return explainSum({ sums, amountCents, limitCents, ownCents, needs: 'duas pessoas aprovam' });
}

/** Why the sum requires an admin where the amount alone does not, in Portuguese; null where it does not. */
export function whyAdmin(sums: DecisionSums, amountCents: Cents, limitCents: Cents): string | null {
  const { firstCents: ownCents } = sums;
  return explainSum({ sums, amountCents, limitCents, ownCents, needs: 'um administrador decide' });
}

interface ReasonInput {
  sums: DecisionSums;
  amountCents: Cents;
  limitCents: Cents;
  ownCents: Cents;
  needs: string;
}

function explainSum({ sums, amountCents, limitCents, ownCents, needs }: ReasonInput): string | null {
  const { personCents, windowMs } = sums;
  const beforeCents = Math.max(personCents, ownCents);
  if (amountCents > limitCents || beforeCents + amountCents <= limitCents) return null;
  const whose =
    personCents >= ownCents
      ? `${formatCents(personCents)} já saíram para a mesma pessoa`
      : `você já decidiu ${formatCents(ownCents)}`;
  const sum = `Com este valor a soma é ${formatCents(beforeCents + amountCents)}, acima de ${formatCents(limitCents)}`;
  return `Nas últimas ${Math.round(windowMs / 3_600_000)} h ${whose}. ${sum}: ${needs}.`;
}
