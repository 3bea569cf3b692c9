import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Client, DatabaseError } from 'pg';
import { fault } from './fault.ts';

/** A file of SQL by the name under which a database remembers it. */
export type SqlFile = { name: string; sql: string; sha256: string };

/**
 * The `.sql` files of a folder in the order of their names.
 * @param prefix comes before their names
 * @param form what their names look like, as a rule and in words
 * @throws a fault when a name has another form or two have the same number
 */
export async function readSqlFiles(
  folder: string,
  prefix: string,
  form: { rule: RegExp; words: string },
): Promise<SqlFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  const numbers = new Map<string, string>();
  for (const name of names) {
    const number = form.rule.exec(name)?.[1];
    if (!number) throw fault(`O arquivo ${name} de ${basename(folder)} não se chama ${form.words}.`);
    if (numbers.has(number))
      throw fault(
        `Dois arquivos de ${basename(folder)} com o mesmo número: ${numbers.get(number)} e ${name}.`,
      );
    numbers.set(number, name);
  }
  return Promise.all(names.map((name) => readSqlFile(folder, name, prefix)));
}

async function readSqlFile(folder: string, name: string, prefix: string): Promise<SqlFile> {
  const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
  return { name: prefix + name, sql, sha256: sha256(sql) };
}

/** The SHA-256 of a text, in hexadecimal digits. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The hash of what a file says to PostgreSQL: its lines without comments and empty lines. */
export function statementsHash({ sql }: SqlFile): string {
  const lines = sql.split('\n').filter((line) => !/^\s*(--|$)/.test(line));
  return sha256(lines.join('\n'));
}

/**
 * Runs one file.
 * @throws a fault that names the file and the line
 */
export async function runSqlFile(client: Client, { name, sql }: SqlFile): Promise<void> {
  try {
    await client.query(sql);
  } catch (error) {
    throw fault(`${name} falhou: ${describe(error, sql)}`, error);
  }
}

/** PostgreSQL says where in the text it stumbled, counted in characters; people count lines. */
function describe(error: unknown, sql: string): string {
  const { message, detail, position } = error as DatabaseError;
  const place = position ? ` (linha ${sql.slice(0, Number(position)).split('\n').length})` : '';
  return `${message}${place}${detail ? ` — ${detail}` : ''}`;
}

/** All of `work` or nothing of it. */
export async function inTransaction(client: Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
