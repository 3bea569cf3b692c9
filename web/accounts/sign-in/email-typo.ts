import { editDistance } from '#domain/text/edit-distance.ts';

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
  const near = domains.find((known) => editDistance(domain, known) === 1) ?? withRightEnding(domain);
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
