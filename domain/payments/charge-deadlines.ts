import { closedDays } from '#domain/business-days.ts';
import type { ClosedDays } from '#domain/business-days.ts';
import { chargeDeadlines } from './payments.ts';
import type { PaymentRules, ProviderMethod } from './payments.ts';
import type { Rules } from '#domain/settings/rules.ts';

/** An unpaid order, and the provider methods that are enabled for it. */
export interface UnpaidOrder {
  createdAt: Date;
  dueAt: Date | null;
  now: Date;
  open: readonly ProviderMethod[];
}

type ChargeDeadlineRules = PaymentRules & { pixExpiryMs: number; closed: ClosedDays };

/** @param calendar the current calendar, so that new holidays apply to existing orders */
export function chargeDeadlineRules(
  { payments, timers }: Rules,
  calendar: Rules['calendar'],
): ChargeDeadlineRules {
  return { ...payments, pixExpiryMs: timers.pixExpiryMs, closed: closedDays(calendar) };
}

/**
 * P01: until when another charge may be paid, and until when the order waits for it. No number of attempts extends the
 * wait beyond the slowest enabled method counted from the placing of the order; a boleto is due no later than one
 * issued on that day. A longer existing deadline of the order, such as for a payment review, is not shortened.
 * @returns null when no time is left
 */
export function attemptDeadlines(
  method: ProviderMethod,
  { createdAt, dueAt, now, open }: UnpaidOrder,
  rules: ChargeDeadlineRules,
): { expiresAt: Date; waitsUntil: Date } | null {
  const latest = Math.max(
    ...open.map((each) => chargeDeadlines(each, createdAt, rules).waitsUntil.getTime()),
  );
  const own = chargeDeadlines(method, now, rules);
  const end =
    method === 'boleto'
      ? chargeDeadlines(method, createdAt, rules).expiresAt.getTime()
      : Math.max(latest, dueAt?.getTime() ?? 0);
  const expiresAt = new Date(Math.min(own.expiresAt.getTime(), end));
  if (expiresAt <= now) return null;
  return { expiresAt, waitsUntil: new Date(Math.min(own.waitsUntil.getTime(), latest)) };
}

/** The enabled methods that still have time. */
export function methodsWithTimeLeft(waiting: UnpaidOrder, rules: ChargeDeadlineRules): ProviderMethod[] {
  return waiting.open.filter((method) => attemptDeadlines(method, waiting, rules) !== null);
}
