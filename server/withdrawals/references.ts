/** What the bank knows an attempt at a payout by: `withdrawal000000000007t1`. */
export function payoutReference(withdrawalId: number, attempt: number): string {
  return `withdrawal${String(withdrawalId).padStart(12, '0')}t${attempt}`;
}

/** Whose payout a reference is; null when it is no payout of ours. */
export function withdrawalOf(reference: string): number | null {
  const match = /^withdrawal(\d{12})t\d+$/.exec(reference);
  return match && Number(match[1]);
}
