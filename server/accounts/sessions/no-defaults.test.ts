import { afterAll, beforeAll, expect, test } from 'vitest';
import { randomBytes } from 'node:crypto';
import { readConfig } from '#server/config/config.ts';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';

let market: Market;
beforeAll(async () => {
  market = await createMarket();
});
afterAll(() => market.close());

const names = [
  'admin',
  'administrador',
  'root',
  'suporte',
  'olivia_da_equipe',
  'admin@demo.praca',
  'teste@teste.com',
];
const passwords = [
  'admin',
  '123456',
  'password',
  'praca',
  'praca123',
  'praca-demo-2026',
  'changeme',
  'senha123',
];

test('a new installation has no account with a guessable login (T55)', async () => {
  let address = 0;
  for (const login of names)
    for (const password of passwords) {
      const ip = `198.51.100.${++address}`;
      const answer = await market.request('POST', '/sessions', { body: { login, password }, ip });
      expect([401, 429], `${login} ${password}`).toContain(answer.status);
    }
});

test('production refuses to start without a key of its own, with a weak one, or with the demonstration (T55)', () => {
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://praca.example' };
  expect(() => readConfig(production)).toThrow('SECRET_KEY');
  expect(() => readConfig({ ...production, SECRET_KEY: 'changeme' })).toThrow('SECRET_KEY');
  expect(() => readConfig({ ...production, SECRET_KEY: 'ab'.repeat(32) })).toThrow('SECRET_KEY');
  const SECRET_KEY = randomBytes(32).toString('hex');
  expect(() => readConfig({ ...production, SECRET_KEY, DEMO: '1' })).toThrow('DEMO');
});
