import type { DeclineReason } from '#domain/payments/payments.ts';

interface Refusal extends Error {
  code: 'provider_refused';
  status: number;
  reason: DeclineReason;
}

/**
 * The provider answered with a refusal: a retry would change nothing.
 * @param detail the provider's code; its message is left out, because it may contain personal data
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

/** Whether the provider refused; after every other failure the outcome is unknown. */
export function isRefusal(error: unknown): error is Refusal {
  return error instanceof Error && 'code' in error && error.code === 'provider_refused';
}
