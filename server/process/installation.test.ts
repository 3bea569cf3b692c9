import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import { readConfig } from '#server/config/config.ts';
import { refusePublicDemo } from './installation.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://praca.example',
  SECRET_KEY: randomBytes(32).toString('hex'),
};
const places = [
  ['production', production],
  ['production with simulators', { ...production, ALLOW_SIMULATORS: '1' }],
  ['a public address', { PUBLIC_URL: 'https://praca.example' }],
  ['an address of the local network', { HOST: '0.0.0.0' }],
] as const;

test.each(places)('a database without demo accounts serves %s', async (_place, environment) => {
  await expect(refusePublicDemo(readConfig(environment), database.ownerUrl)).resolves.toBeUndefined();
});

test.each(places)(
  'a database with demo accounts is refused in one line by %s (T55)',
  async (_place, environment) => {
    const owner = new Client(database.ownerUrl);
    await owner.connect();
    await owner.query('update installation set demo_begun_at = now()');
    await owner.end();
    await expect(refusePublicDemo(readConfig(environment), database.ownerUrl)).rejects.toThrow(
      /^Este banco tem o mercado de demonstração.*banco novo.*$/,
    );
    await expect(refusePublicDemo(readConfig({}), database.ownerUrl)).resolves.toBeUndefined();
  },
);
