import type { DeclineReason } from '#domain/payments/payments.ts';

interface Refusal extends Error {
  code: 'provider_refused';
  status: number;
  reason: DeclineReason;
}

/**
 * The provider answered and won't do it: asking again would change nothing.
 * @param detail the provider's code; its words may hold personal data and stay out
 */
export function refusal(
  provider: string,
  status: number,
  detail: string,
  reason: DeclineReason = 'other',
): Error {
  return Object.assign(new Error(`${provider}: refused with ${status} (${detail})`), {
    code: 'provider_refused' as const,
    status,
    reason,
  });
}

/** Whether the provider said no; every other failure is an answer that never came. */
export function isRefusal(error: unknown): error is Refusal {
  return error instanceof Error && 'code' in error && error.code === 'provider_refused';
}
