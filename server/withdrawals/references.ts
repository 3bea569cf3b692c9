/** The provider's reference of a payout attempt: `withdrawal000000000007t1`. */
export function payoutReference(withdrawalId: number, attempt: number): string {
  return `withdrawal${String(withdrawalId).padStart(12, '0')}t${attempt}`;
}

/** The withdrawal of a reference; null when it is none of ours. */
export function withdrawalOf(reference: string): number | null {
  const match = /^withdrawal(\d{12})t\d+$/.exec(reference);
  return match && Number(match[1]);
}
