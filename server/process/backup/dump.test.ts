import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import type { TestDatabase } from '#test/database.ts';
import { runProgram } from '#test/process/operator.ts';
import type { Outcome } from '#test/process/operator.ts';

/** Each command is a process of its own, which loads the sources first. */
const timeoutMs = 60_000;
const command = join(import.meta.dirname, 'backup-command.ts');

let database: TestDatabase;
let base: string;
beforeAll(async () => {
  database = await createTestDatabase();
  base = await mkdtemp(join(tmpdir(), 'praca-dump-'));
});
afterAll(async () => {
  await database.drop();
  await rm(base, { recursive: true, force: true });
});

/** Backs up with a `pg_dump` of this text in the PATH, or with none. */
async function backUpWith(name: string, script: string | null): Promise<Outcome> {
  const tools = join(base, name);
  await mkdir(tools);
  if (script !== null) {
    await writeFile(join(tools, 'pg_dump'), `#!${process.execPath}\n${script}\n`);
    await chmod(join(tools, 'pg_dump'), 0o755);
  }
  const settings = {
    PATH: `${tools}:${dirname(process.execPath)}`,
    DATABASE_URL: database.ownerUrl,
    DATA_DIR: join(base, 'data'),
    SECRET_KEY: randomBytes(32).toString('hex'),
    BACKUP_KEY: randomBytes(32).toString('hex'),
  };
  return runProgram(command, settings, ['--to', join(base, 'copies')]);
}

const version = (of: string) =>
  `if (process.argv[2] === '--version') { console.log('pg_dump (PostgreSQL) ${of}'); process.exit(); }`;

test(
  'an external database without a fitting pg_dump is refused with what to install',
  { timeout: timeoutMs },
  async () => {
    const missing = await backUpWith('none', null);
    expect(missing.errors).toMatch(
      /^\n✖ Não encontrei o pg_dump\. Instale o cliente do PostgreSQL 18 .*\n\n$/,
    );
    const old = await backUpWith('old', version('15.8'));
    expect(old.errors).toMatch(/^\n✖ O pg_dump do PATH é da versão 15 e o banco é da 18\. Instale .*\n\n$/);
  },
);

test(
  'a dump that fails makes no set, and a password is not shown in its arguments',
  { timeout: timeoutMs },
  async () => {
    const script = `${version('18.4')}
console.log('half a dump');
console.error(process.argv.at(-1));
process.exitCode = 1;`;
    const failed = await backUpWith('failing', script);
    expect(failed.code).toBe(1);
    expect(failed.errors).toMatch(
      /^\n✖ O pg_dump falhou: --dbname=postgres:\/\/praca_owner@\S+passfile=\S+\n\n$/,
    );
    expect(failed.errors).not.toContain(new URL(database.ownerUrl).password);
    expect(await readdir(join(base, 'copies/sets'))).toEqual([]);
  },
);
