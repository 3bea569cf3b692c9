/** The state of one part of the installation; a `fail` makes the whole check fail. */
export interface Finding {
  state: 'ok' | 'warn' | 'fail';
  /** What was checked. */
  part: string;
  text: string;
}

/** The state of a measure by its two limits. */
export function stateOf(value: number, { warn, fail }: { warn: number; fail: number }): Finding['state'] {
  if (value >= fail) return 'fail';
  return value >= warn ? 'warn' : 'ok';
}
