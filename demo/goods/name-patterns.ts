/** Words that give a value away, the first that fits first. */
export type ValuePatterns = readonly (readonly [pattern: RegExp, value: string])[];

/** Names that are their own pattern. */
export function namePatterns(...names: string[]): ValuePatterns {
  return names.map((name) => [new RegExp(name.replaceAll('+', '\\+'), 'i'), name] as const);
}
