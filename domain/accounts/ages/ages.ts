/** What proves a birth (F58): an approved document, the guardian of a minor, or staff with a reason. */
export const birthSources = ['document', 'guardian', 'staff'] as const;
export type BirthSource = (typeof birthSources)[number];

/** Whole years from which a person is an adult (Código Civil, art. 5): fixed by law. */
export const adulthood = 18;

/** The earliest birth that is believed, `YYYY-MM-DD`. */
export const earliestBirth = '1900-01-01';

/** Whether a day, `YYYY-MM-DD`, exists and may be a birth as of `today`. */
export function isPossibleBirth(bornOn: string, today: string): boolean {
  const date = new Date(`${bornOn}T00:00:00Z`);
  const exists = !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === bornOn;
  return exists && bornOn >= earliestBirth && bornOn <= today;
}
