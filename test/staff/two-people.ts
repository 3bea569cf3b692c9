import { expect } from 'vitest';
import type { Answer, RequestOptions } from '#test/http-request.ts';
import type { Person } from '#test/accounts/people.ts';

interface Door {
  request: (method: string, path: string, options?: RequestOptions) => Promise<Answer>;
}

/** A change that waits for a second admin is confirmed by this one; any other answer stays as it is. */
export async function confirmPending(door: Door, answer: Answer, confirmer: Person): Promise<Answer> {
  const pending = answer.data?.pending as { id: number } | null | undefined;
  if (answer.status >= 300 || !pending) return answer;
  const confirmed = await confirm(door, pending.id, confirmer);
  expect(confirmed.status, confirmed.text).toBe(200);
  return answer;
}

export function confirm(door: Door, proposalId: number, confirmer: Person): Promise<Answer> {
  return door.request('POST', `/staff/proposals/${proposalId}/confirmation`, {
    token: confirmer.token,
    key: true,
  });
}
