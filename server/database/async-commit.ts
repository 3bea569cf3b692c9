import { sql } from 'kysely';

/**
 * Used in a `from` clause, it lets the transaction commit without waiting for the disk. A crash of the database may
 * lose the last second of such commits, so it is only for work that is then repeated (decision 48), and never for
 * money.
 */
export const asyncCommit = sql`(select set_config('synchronous_commit', 'off', true)) async_commit`;
