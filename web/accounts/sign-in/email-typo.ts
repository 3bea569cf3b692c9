const domains = [
  'gmail.com',
  'hotmail.com',
  'outlook.com',
  'outlook.com.br',
  'yahoo.com',
  'yahoo.com.br',
  'icloud.com',
  'live.com',
  'uol.com.br',
  'bol.com.br',
  'terra.com.br',
  'ig.com.br',
  'globo.com',
];

/** The probable address when the domain is one typo away from a common one; else null. */
export function suggestEmail(typed: string): string | null {
  const [name, domain, ...rest] = typed.trim().toLowerCase().split('@');
  if (!name || !domain || rest.length > 0 || domains.includes(domain)) return null;
  const near = domains.find((known) => distance(domain, known) === 1) ?? withRightEnding(domain);
  return near ? `${name}@${near}` : null;
}

/** A common domain for a right name with a wrong ending: «gmail», «gmail.co», «gmail.com.br», «hotmail.con». */
function withRightEnding(domain: string): string | undefined {
  const host = domain.split('.')[0] ?? '';
  const candidates = domains.filter((known) => known.split('.')[0] === host);
  const ending = domain.slice(host.length);
  return candidates.length > 0 && /^(|\.|\.c|\.co|\.con|\.cmo|\.com\.?|\.com\.b|\.com\.br|\.br)$/.test(ending)
    ? candidates[0]
    : undefined;
}

/** The edit distance: letters added, removed, changed or swapped with their neighbour. */
function distance(from: string, to: string): number {
  const rows = Array.from({ length: from.length + 1 }, (_, row) =>
    Array.from({ length: to.length + 1 }, (_unused, column) => (row === 0 ? column : column === 0 ? row : 0)),
  );
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let row = 1; row <= from.length; row++) {
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1] ? 0 : 1;
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      rows[row]![column] = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + same,
        swapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
  }
  return at(from.length, to.length);
}
