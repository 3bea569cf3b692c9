import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

/**
 * A client beside a primary that lost its network: reads, then writes. Prints `read` when it was answered, and
 * `acknowledged` or `unanswered` for the write, whose standby can't confirm it.
 */
const [, , url, waitMs] = process.argv;

const client = new Client({ connectionString: url!, connectionTimeoutMillis: 5_000 });
client.on('error', () => undefined);
await client.connect();
await client.query('select count(*) from listings');
console.log('read');
const written = client
  .query(`insert into processes (id, role, version) values (gen_random_uuid(), 'web', 'partition')`)
  .then(
    () => 'acknowledged',
    (error: Error) => `unanswered: ${error.message}`,
  );
console.log(await Promise.race([written, sleep(Number(waitMs), 'unanswered')]));
// The session is left alone: to cancel its commit would acknowledge it.
process.exit(0);
