import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, databaseUrl } from '#test/database.ts';
import type { TestDatabase } from '#test/database.ts';
import { readConfig } from '#server/config/config.ts';
import { openDatabase } from './database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const openWith = (settings: Record<string, string>) =>
  openDatabase(readConfig(settings), () => undefined, new AbortController().signal);
const open = (DATABASE_APP_URL: string) => openWith({ DATABASE_URL: database.ownerUrl, DATABASE_APP_URL });

test('the application may have its own login', async () => {
  expect((await open(database.appUrl)).appUrl).toBe(database.appUrl);
});

test('a login that is refused is reported by the name of its setting, without its password', async () => {
  const wrong = new URL(database.appUrl);
  wrong.password = 'segredo';
  const refusal = await open(wrong.href).catch((error: Error) => error);
  expect(refusal).toMatchObject({
    name: 'Fault',
    message: expect.stringMatching(/^Não consigo entrar no banco de DATABASE_APP_URL/),
  });
  expect((refusal as Error).message).not.toContain('segredo');
});

test('a database that cannot be opened is reported with what to do', async () => {
  for (const [change, words] of [
    [{ password: 'segredo' }, /usuário ou senha não conferem\. Corrija/],
    [{ pathname: '/nada' }, /este banco não existe\. Crie-o/],
  ] as const) {
    const { href } = Object.assign(new URL(database.ownerUrl), change);
    const refusal = await openWith({ DATABASE_URL: href }).catch((error: Error) => error);
    expect(refusal).toMatchObject({ name: 'Fault', message: expect.stringMatching(words) });
  }
});

test('a database without free connections is reported, before the migration and during it', async () => {
  const crowded = await createTestDatabase();
  const name = crowded.ownerUrl.split('/').at(-1);
  try {
    for (const limit of [0, 1]) {
      const owner = new Client(databaseUrl(crowded.ownerUrl, 'postgres'));
      await owner.connect();
      await owner.query(`alter database ${name} connection limit ${limit}`);
      await owner.end();
      const refusal = await openWith({ DATABASE_URL: crowded.ownerUrl }).catch((error: Error) => error);
      expect(refusal).toMatchObject({
        name: 'Fault',
        message: expect.stringMatching(/não há mais conexões livres\. .*DATABASE_CONNECTIONS/),
      });
    }
  } finally {
    await crowded.drop();
  }
});
