import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import type { TestDatabase } from '#test/database.ts';
import { checkPooler, poolerSettings } from './pooler.ts';

/** PostgreSQL itself stands in for a pooler that keeps statements apart; `npm run drill -- pooler` has a real one. */
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('a pooler whose sessions have no time limit is refused with the line that sets it', async () => {
  await expect(checkPooler(database.appUrl)).rejects.toThrow(poolerSettings);
});

test('a pooler that sets the limits of its sessions is taken', async () => {
  const options = encodeURIComponent('-c statement_timeout=5000');
  await expect(checkPooler(`${database.appUrl}?options=${options}`)).resolves.toBeUndefined();
});
