import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { getUsernameAvailability } from '#contract/accounts/accounts.ts';
import type { Reply } from '#contract/endpoint.ts';
import { reservedUsernames, newUsernamePattern } from '#domain/accounts/accounts.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { errorTable, fail } from '#domain/errors.ts';
import type { Ctx, Db, Queryable, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { currentRules } from '#server/settings/queries.ts';
import { inTransaction } from '#server/database/transaction.ts';

/**
 * Which of these names are unavailable: they or a look-alike are in use, they look like the platform's own names, or
 * they are reserved for their last owner.
 * @param owner whose own name and reservations do not count
 */
export async function takenUsernames(
  db: Queryable,
  names: readonly string[],
  owner: number | null = null,
): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select n.name from (select name, username_skeleton(name) as skeleton from unnest(${names}::text[]) name) n
    where exists (select from users u where u.state <> 'closed' and username_skeleton(u.username::text) = n.skeleton
        and u.id is distinct from ${owner}::bigint)
      or exists (select from users u where u.username = n.name::citext and u.id is distinct from ${owner}::bigint)
      or exists (select from unnest(${reservedUsernames}::text[]) r where username_skeleton(r) = n.skeleton)
      or exists (select from username_reservations r where r.until > market_now()
        and username_skeleton(r.username::text) = n.skeleton and r.user_id is distinct from ${owner}::bigint)`.execute(
    db,
  );
  return new Set(rows.map(({ name }) => name));
}

/** Whether the name is available; if not, the closest available one. */
export async function usernameAvailability(
  db: Db,
  wanted: string,
): Promise<Reply<typeof getUsernameAvailability>> {
  const name = wanted.trim().toLowerCase();
  const { min, max } = (await currentRules(db)).rules.security.username;
  const candidates = [name, ...variants(name)].filter(
    (one) => newUsernamePattern.test(one) && one.length >= min && one.length <= max,
  );
  const taken = await takenUsernames(db, candidates);
  const free = candidates.filter((candidate) => !taken.has(candidate));
  return free[0] === name
    ? { available: true, suggestion: null }
    : { available: false, suggestion: free[0] ?? null };
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

const taken = { errors: { username: errorTable.username_taken[1] } };

/** Changes the username, at most once per period; the old one stays reserved for its owner (§4.17). */
export async function changeUsername(ctx: Ctx, viewer: Viewer, name: string): Promise<void> {
  const { security } = (await currentRules(ctx.db)).rules;
  await inTransaction(ctx.db, async (tx) => {
    const { rows } = await sql<{ username: string; changeable_at: Date | null }>`
      select username::text, case when username_changed_at > market_now() - c.pause
        then username_changed_at + c.pause end as changeable_at
      from users, (select ${security.usernameChangeMs}::bigint * interval '1 millisecond' as pause) c
      where id = ${viewer.id} for no key update of users`.execute(tx);
    const { username: old, changeable_at: changeableAt } = rows[0]!;
    if (old === name) return;
    if (changeableAt)
      fail('username_cool_down', { meta: { usernameChangeableAt: changeableAt.toISOString() } });
    await rename(tx, viewer, { old, name, reservedMs: security.usernameReservedMs });
    const subject = { kind: 'user', id: viewer.id } as const;
    await record(tx, { kind: 'account.username_changed', actor: viewer, subject, data: { old, name } });
  });
}

async function rename(
  tx: Tx,
  viewer: Viewer,
  { old, name, reservedMs }: { old: string; name: string; reservedMs: number },
): Promise<void> {
  await sql`update users set username = ${name}, username_changed_at = market_now() where id = ${viewer.id}`
    .execute(tx)
    .catch((error: { code?: string }) => {
      if (error.code !== '23505') throw error;
      fail('username_taken', taken);
    });
  // Checked after the write, because a person who releases the name concurrently has reserved it by then.
  if ((await takenUsernames(tx, [name], viewer.id)).has(name)) fail('username_taken', taken);
  await sql`delete from username_reservations where username = ${name} and user_id = ${viewer.id}`.execute(
    tx,
  );
  await sql`insert into username_reservations (username, user_id, until)
    values (${old}, ${viewer.id}, market_now() + ${reservedMs}::bigint * interval '1 millisecond')
    on conflict (username) do update set user_id = excluded.user_id, until = excluded.until`.execute(tx);
}
