import { sql } from 'kysely';
import type { Body, Params } from '#contract/endpoint.ts';
import type {
  changeVacation as changeEndpoint,
  planVacation as planEndpoint,
} from '#contract/listings/vacations.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { saoPauloDay } from '#domain/business-days.ts';
import type { Day } from '#domain/business-days.ts';
import { fail } from '#domain/errors.ts';
import type { EventKind } from '#domain/events.ts';
import { lengthOf, vacationFault } from '#domain/listings/vacations/vacations.ts';
import type { VacationDays, VacationFault } from '#domain/listings/vacations/vacations.ts';
import type { VacationRules } from '#domain/listings/vacations/rules.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { inTransaction, marketNow } from '#server/database/transaction.ts';
import { record } from '#server/events/events.ts';
import { currentRules } from '#server/settings/queries.ts';
import { notCancelled, vacationColumns, vacationsOf } from './queries.ts';
import type { Vacation } from './queries.ts';

/**
 * Plans a vacation (F67); one whose first day is today begins at once.
 * @throws `invalid_request` for days that cannot be · `wrong_state` for days of another vacation · `limit_reached`
 */
export async function planVacation(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  days: Body<typeof planEndpoint>,
): Promise<Vacation> {
  await check(ctx, tx, viewer, days);
  const { rows } = await sql<Vacation>`
    insert into vacations as v (seller_id, starts_on, ends_on) values (${viewer.id}, ${days.startsOn}, ${days.endsOn})
    returning ${vacationColumns}`.execute(tx);
  await recordVacation(tx, viewer, 'account.vacation_planned', days);
  return rows[0]!;
}

/**
 * Changes a vacation that is not over (F67).
 * @throws `not_found` for another's · `wrong_state` for one that is over or cancelled · the same as {@link planVacation}
 */
export async function changeVacation(
  ctx: Ctx,
  viewer: Viewer,
  { id, startsOn, endsOn }: Params<typeof changeEndpoint> & Body<typeof changeEndpoint>,
): Promise<Vacation> {
  return inTransaction(ctx.db, async (tx) => {
    const days = { startsOn, endsOn };
    const old = await check(ctx, tx, viewer, days, id);
    if (old && old.startsOn === startsOn && old.endsOn === endsOn) return old;
    const { rows } = await sql<Vacation>`
      update vacations v set starts_on = ${startsOn}, ends_on = ${endsOn} where v.id = ${id}
      returning ${vacationColumns}`.execute(tx);
    await recordVacation(tx, viewer, 'account.vacation_changed', days);
    return rows[0]!;
  });
}

/**
 * Cancels a planned vacation, or ends one that goes on now: its listings are on sale again (F67).
 * @throws `not_found` for another's · `wrong_state` for one that is over or cancelled
 */
export async function endVacation(ctx: Ctx, viewer: Viewer, id: number): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const { old } = await lockOwn(tx, viewer, id);
    const { state, startsOn, endsOn } = old ?? fail('not_found');
    const ends = state === 'running' ? sql`ended_at = market_now()` : sql`cancelled_at = market_now()`;
    await sql`update vacations set ${ends} where id = ${id}`.execute(tx);
    const kind = state === 'running' ? 'account.vacation_ended' : 'account.vacation_cancelled';
    await recordVacation(tx, viewer, kind, { startsOn, endsOn });
  });
}

/** Locks the seller's vacations, so that those planned at once are counted one after the other. */
async function lockOwn(tx: Tx, viewer: Viewer, id?: number) {
  await sql`select lock_vacations(${viewer.id}, true)`.execute(tx);
  const all = await vacationsOf(tx, viewer.id);
  const old = all.find((each) => each.id === id);
  if (id !== undefined && !old) fail('not_found');
  if (old && (old.state === 'over' || old.state === 'cancelled'))
    fail('wrong_state', { detail: 'Estas férias já terminaram. Planeje outras.', meta: { allowed: [] } });
  return { old, others: all.filter((each) => each.id !== id && notCancelled(each)) };
}

/** Refuses what the rules do not allow. @returns the vacation as it is */
async function check(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  days: VacationDays,
  id?: number,
): Promise<Vacation | undefined> {
  const { old, others } = await lockOwn(tx, viewer, id);
  const { vacations: rules } = (await currentRules(ctx.db, tx)).rules;
  const today = saoPauloDay(await marketNow(tx));
  const fault = vacationFault(days, {
    today,
    old: old && { ...old, isRunning: old.state === 'running' },
    others,
    rules,
  });
  if (fault) refuse(fault, { days, rules, isRunning: old?.state === 'running' });
  return old;
}

function refuse(
  fault: VacationFault,
  { days, rules, isRunning }: { days: VacationDays; rules: VacationRules; isRunning: boolean },
): never {
  switch (fault.reason) {
    case 'overlap':
      return fail('wrong_state', {
        detail: `Nestes dias você já tem férias, de ${shortDay(fault.other.startsOn)} a ${shortDay(fault.other.endsOn)}. Mude aquelas ou escolha outros dias.`,
        meta: { allowed: [] },
      });
    case 'too_many':
      return fail('limit_reached', { detail: tooManyText(fault.days, days, rules) });
    case 'past':
      return refuseField(
        'startsOn',
        isRunning
          ? 'Estas férias já começaram. Mude só o último dia.'
          : 'Este dia já passou. Escolha hoje ou outro.',
      );
    case 'far':
      return refuseField('startsOn', `Escolha um dia nos próximos ${rules.windowDays} dias.`);
    case 'reversed':
      return refuseField('endsOn', 'O último dia vem antes do primeiro. Confira as datas.');
    case 'ended':
      return refuseField('endsOn', 'Este dia já passou. Escolha hoje ou outro, ou encerre agora.');
  }
}

function tooManyText(counted: number, days: VacationDays, { maxDays, windowDays }: VacationRules): string {
  const surplus = counted - maxDays;
  const limit = `Férias somam no máximo ${maxDays} dias em ${windowDays}, e com estas seriam ${counted}.`;
  return surplus < lengthOf(days)
    ? `${limit} Tire ${surplus === 1 ? 'um dia' : `${surplus} dias`}.`
    : `${limit} Escolha dias mais à frente.`;
}

const refuseField = (field: keyof VacationDays, text: string): never =>
  fail('invalid_request', { errors: { [field]: text } });

/** «24/12/2026». */
const shortDay = (day: Day): string => day.split('-').toReversed().join('/');

function recordVacation(tx: Tx, viewer: Viewer, kind: EventKind, { startsOn, endsOn }: VacationDays) {
  return record(tx, {
    kind,
    actor: viewer,
    subject: { kind: 'user', id: viewer.id },
    data: { startsOn, endsOn },
  });
}
