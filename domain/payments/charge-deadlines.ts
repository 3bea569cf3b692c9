import { closedDays } from '#domain/business-days.ts';
import type { ClosedDays } from '#domain/business-days.ts';
import { chargeDeadlines } from './payments.ts';
import type { PaymentRules, ProviderMethod } from './payments.ts';
import type { Rules } from '#domain/settings/rules.ts';

/** An order that waits for its money, and the ways in which an institution may bring it. */
export interface UnpaidOrder {
  createdAt: Date;
  dueAt: Date | null;
  now: Date;
  open: readonly ProviderMethod[];
}

type ChargeDeadlineRules = PaymentRules & { pixExpiryMs: number; closed: ClosedDays };

/** @param calendar of today: an order learns of a new holiday */
export function chargeDeadlineRules(
  { payments, timers }: Rules,
  calendar: Rules['calendar'],
): ChargeDeadlineRules {
  return { ...payments, pixExpiryMs: timers.pixExpiryMs, closed: closedDays(calendar) };
}

/**
 * P01: until when another charge may be paid, and until when the order waits for it. However often one is asked for, the
 * order waits no longer than the slowest open way would have taken from its placing; a boleto falls due no later than
 * one of that day. What the order waits already, a longer look at a payment for instance, is not taken away.
 * @returns null where no time is left
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

/** The open ways that still have time. */
export function methodsWithTimeLeft(waiting: UnpaidOrder, rules: ChargeDeadlineRules): ProviderMethod[] {
  return waiting.open.filter((method) => attemptDeadlines(method, waiting, rules) !== null);
}
