/** The default name of a passkey: the kind of device it is created on. */
export function keyName(userAgent: string): string {
  const known = names.find(([pattern]) => pattern.test(userAgent));
  return known ? known[1] : 'Este aparelho';
}

const names: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Celular Android'],
  [/Windows/, 'Computador com Windows'],
  [/Macintosh/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Computador com Linux'],
];
