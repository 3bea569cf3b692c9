import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { getUsernameAvailability } from '#contract/accounts.ts';
import type { Reply } from '#contract/endpoint.ts';
import { reservedUsernames, usernamePattern } from '#domain/accounts.ts';
import type { Db } from '#server/context.ts';

/** Whether the name may be taken; when not, the nearest one that may. */
export async function usernameAvailability(
  db: Db,
  wanted: string,
): Promise<Reply<typeof getUsernameAvailability>> {
  const name = wanted.trim().toLowerCase();
  const candidates = [name, ...variants(name)].filter(isAllowed);
  const { rows } = await sql<{ username: string }>`
    select username::text from users where username = any(${candidates}::citext[])`.execute(db);
  const taken = new Set(rows.map((row) => row.username));
  const free = candidates.filter((candidate) => !taken.has(candidate));
  return free[0] === name
    ? { available: true, suggestion: null }
    : { available: false, suggestion: free[0] ?? null };
}

function isAllowed(name: string): boolean {
  return usernamePattern.test(name) && !reservedUsernames.includes(name);
}

/** `João Silva!` → `joao_silva`, `joao_silva2` … and one that is free for certain. */
function variants(name: string): string[] {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9_]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 15);
  const base = plain.length >= 3 ? plain : `${plain}loja`;
  const numbered = Array.from({ length: 20 }, (_, index) => `${base}${index + 2}`);
  return [base, ...numbered, `${base}${randomInt(10_000, 99_999)}`];
}
