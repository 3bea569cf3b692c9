import { sql } from 'kysely';

/**
 * Read in a `from`, it lets the transaction commit without waiting for the disk. A crash of the database may take back
 * the last second of such commits, so it is only for what is then done again (decision 48), and never for money.
 */
export const unawaited = sql`(select set_config('synchronous_commit', 'off', true)) unawaited`;
