import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import type { TestDatabase } from '#test/database.ts';
import { readConfig } from './config.ts';
import { openDatabase } from './database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const open = (DATABASE_APP_URL: string) =>
  openDatabase(
    readConfig({ DATABASE_URL: database.ownerUrl, DATABASE_APP_URL }),
    () => undefined,
    new AbortController().signal,
  );

test('the application may have a login of its own', async () => {
  expect((await open(database.appUrl)).appUrl).toBe(database.appUrl);
});

test('one that can not enter is told by the name of its setting, and without its password', async () => {
  const wrong = new URL(database.appUrl);
  wrong.password = 'segredo';
  const refusal = await open(wrong.href).catch((error: Error) => error);
  expect(refusal).toMatchObject({
    name: 'Fault',
    message: expect.stringMatching(/^Não consigo entrar no banco de DATABASE_APP_URL/),
  });
  expect((refusal as Error).message).not.toContain('segredo');
});
