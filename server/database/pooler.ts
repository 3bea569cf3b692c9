import { Client } from 'pg';
import { fault } from '#db/fault.ts';

/** What a pooler sets in each session that it opens, because a client's own settings would stay with another client. */
export const poolerSettings =
  "connect_query='set jit = off; set statement_timeout = 5000; set lock_timeout = 2000; set idle_in_transaction_session_timeout = 10000'";

/** A prepared statement that exists already, or not any more: clients of a session do not know each other's. */
const strayStatementCodes = ['42P05', '26000', '08P01'];

/**
 * Checks a pooler in transaction mode before it serves calls: that it keeps prepared statements of its clients apart
 * (PgBouncer 1.21 with `max_prepared_statements`), and that its sessions have time limits.
 * @throws a fault that says what to set
 */
export async function checkPooler(url: string): Promise<void> {
  const clients = [new Client({ connectionString: url }), new Client({ connectionString: url })];
  for (const client of clients) client.on('error', () => undefined);
  try {
    for (const client of clients) await client.connect();
    // One name and two texts, as two processes would use them.
    for (const [at, client] of [...clients, ...clients].entries())
      await client.query({ name: 'praca_check', text: `select $1::int + ${at % 2} as sum`, values: [1] });
    const { rows } = await clients[0]!.query(`select current_setting('statement_timeout') as "limit"`);
    if (rows[0].limit === '0')
      throw fault(
        `DATABASE_POOL_URL: faltam os limites de tempo; ponha na linha do banco, no PgBouncer: ${poolerSettings}`,
      );
  } catch (error) {
    if (!strayStatementCodes.includes((error as { code?: string }).code ?? '')) throw error;
    throw fault(
      'DATABASE_POOL_URL: o pooler mistura comandos preparados. Use o PgBouncer 1.21 ou mais novo, com ' +
        'pool_mode=transaction e max_prepared_statements=500.',
      error,
    );
  } finally {
    for (const client of clients) await client.end().catch(() => undefined);
  }
}
