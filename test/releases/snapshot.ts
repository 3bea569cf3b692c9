import type { Client } from 'pg';

/** The rows of tables, each table's as one JSON text, and the last values of sequences. */
export interface Rows {
  tables: Record<string, string>;
  sequences: Record<string, string>;
}

const ours = `('public', 'money', 'simulator')`;
const isTable = `from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname in ${ours} and c.relname <> 'schema_migrations'`;
const name = `format('%I.%I', n.nspname, c.relname)`;

/** Replies that are kept for a day. */
const leftOut = ['public.idempotency_keys'];

/**
 * Reads the rows of the tables that differ from those of a new database. Those of the job queue are left out, because its
 * tables belong to a library.
 */
export async function readRows(filled: Client, bare: Client): Promise<Rows> {
  const tables: Rows['tables'] = {};
  for (const table of await tableNames(filled)) {
    if (leftOut.includes(table)) continue;
    const rows = await rowsOf(filled, table);
    if (rows !== (await rowsOf(bare, table))) tables[table] = rows;
  }
  const { rows: counters } = await filled.query<{ name: string; last: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
     from pg_sequences where schemaname in ${ours} and last_value is not null order by 1`,
  );
  return { tables, sequences: Object.fromEntries(counters.map((each) => [each.name, each.last])) };
}

async function rowsOf(client: Client, table: string): Promise<string> {
  const { rows } = await client.query<{ rows: string }>(
    `select coalesce(jsonb_agg(to_jsonb(t)), '[]')::text as rows from ${table} t`,
  );
  return rows[0]!.rows;
}

/**
 * Replaces the rows of these tables in a new database of the same schema. Triggers do not fire; foreign keys are removed and made again
 * afterwards, which checks every row.
 */
export async function writeRows(client: Client, { tables, sequences }: Rows): Promise<void> {
  const { rows: keys } = await client.query<{ table: string; key: string; definition: string }>(
    `select ${name} as table, quote_ident(k.conname) as key, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     where k.contype = 'f' and n.nspname in ${ours}`,
  );
  const names = await tableNames(client);
  await client.query('begin');
  for (const { table, key } of keys) await client.query(`alter table ${table} drop constraint ${key}`);
  for (const table of names) await client.query(`alter table ${table} disable trigger user`);
  await client.query(`truncate ${Object.keys(tables).join(', ')}`);
  for (const [table, rows] of Object.entries(tables)) await insertRows(client, table, rows);
  for (const [sequence, last] of Object.entries(sequences))
    await client.query('select setval($1, $2)', [sequence, last]);
  for (const { table, key, definition } of keys)
    await client.query(`alter table ${table} add constraint ${key} ${definition}`);
  for (const table of names) await client.query(`alter table ${table} enable trigger user`);
  await client.query('commit; analyze');
}

/** How many rows each table has. */
export async function countRows(client: Client): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of await tableNames(client)) {
    const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from ${table}`);
    counts[table] = rows[0]!.count;
  }
  return counts;
}

async function tableNames(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`select ${name} as name ${isTable} order by 1`);
  return rows.map((row) => row.name);
}

async function insertRows(client: Client, table: string, rows: string): Promise<void> {
  const { rows: columns } = await client.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  const list = columns.map((column) => column.name).join(', ');
  await client.query(
    `insert into ${table} (${list}) overriding system value
     select ${list} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
    [rows],
  );
}
