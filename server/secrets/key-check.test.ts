import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { openDatabase } from '#server/database/database.ts';
import { createEmptyTestDatabase } from '#test/database.ts';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import { drain } from '#server/background/worker.ts';
import { buildContext } from '#server/process/build-context.ts';
import { vapidKeys } from '#server/notifications/push/vapid.ts';
import { resealSecrets } from './key-rotation.ts';
import { loadKeys } from './keys.ts';
import { seal } from './seal.ts';

let market: Market;
let dataDir: string;
const key = () => randomBytes(32).toString('hex');
const rightKey = () => market.ctx.config.secretKey!;

beforeAll(async () => {
  market = await createMarket();
  dataDir = await mkdtemp(join(tmpdir(), 'praca-key-check-'));
});
afterAll(async () => {
  await market.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Opens the database as a start does, up to the migrations. */
function start(settings: Record<string, string>, DATABASE_URL = market.database.ownerUrl) {
  const config = readConfig({ DATABASE_URL, DATA_DIR: dataDir, ...settings });
  return openDatabase(config, () => undefined, new AbortController().signal);
}

async function asOwner(statement: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const owner = new Client(market.database.ownerUrl);
  await owner.connect();
  try {
    return (await owner.query(statement, values)).rows;
  } finally {
    await owner.end();
  }
}

test('a database in which nothing is sealed accepts any key, and has no schema before', async () => {
  const empty = await createEmptyTestDatabase();
  await start({ SECRET_KEY: key() }, empty.ownerUrl);
  await empty.drop();
});

test('a key of another installation is refused in one line, before a migration', async () => {
  await loadKeys(market.ctx.db, rightKey(), []);
  const [newest] = await asOwner(`delete from schema_migrations where name = (
    select max(name) from schema_migrations where name !~ '/') returning name, sha256`);
  const applied = () => asOwner('select count(*) from schema_migrations');
  const before = await applied();
  for (const SECRET_KEY_PREVIOUS of ['', key()])
    await expect(start({ SECRET_KEY: key(), SECRET_KEY_PREVIOUS })).rejects.toMatchObject({
      name: 'Fault',
      message: expect.stringMatching(/^SECRET_KEY: não é a chave deste banco\. [^\n]+SECRET_KEY_PREVIOUS\.$/),
    });
  expect(await applied()).toEqual(before);
  await asOwner('insert into schema_migrations (name, sha256) values ($1, $2)', [
    newest!.name,
    newest!.sha256,
  ]);
});

test('a lost key file is reported and no other key is generated', async () => {
  await expect(start({})).rejects.toThrow(/^SECRET_KEY: falta a chave .*secret\.key de volta/);
  expect(await readdir(dataDir)).toEqual([]);
  await writeFile(join(dataDir, 'secret.key'), 'ab12');
  await expect(start({})).rejects.toThrow(/secret\.key está estragada/);
  await rm(join(dataDir, 'secret.key'));
});

test('without stored keys, as before version 81, any other sealed secret decides', async () => {
  const stored = await asOwner('select purpose, sealed from stored_keys');
  await vapidKeys(market.ctx.db, market.ctx.keys);
  await asOwner('delete from stored_keys');
  await expect(start({ SECRET_KEY: key() })).rejects.toThrow(/^SECRET_KEY: não é a chave deste banco/);
  await start({ SECRET_KEY: rightKey() });
  for (const { purpose, sealed } of stored)
    await asOwner('insert into stored_keys (purpose, sealed) values ($1, $2)', [purpose, sealed]);
});

test('a wrong key and missing providers are reported together', async () => {
  const refusal = await start({ SECRET_KEY: key(), ALLOW_SIMULATORS: '0' }).catch((error: Error) => error);
  expect((refusal as Error).message.split('\n').map((line) => line.slice(0, 20))).toEqual([
    'Há ajustes errados:',
    '  - SECRET_KEY: não ',
    '  - PAYMENT_PROVIDER',
    '  - SMTP_URL: não há',
    '  - SMS_PROVIDER: nã',
  ]);
});

test('a provider that is entered in the dashboard is not missing', async () => {
  const admin = await market.user();
  await asOwner(
    `insert into credentials (service, provider, sealed, author_id) values ('mail', 'smtp', $1, $2)`,
    [seal(market.ctx.keys.credentials, 'credentials:mail', '{}'), admin.id],
  );
  const refusal = await start({ SECRET_KEY: rightKey(), ALLOW_SIMULATORS: '0' }).catch(
    (error: Error) => error,
  );
  expect((refusal as Error).message).toContain('PAYMENT_PROVIDER');
  expect((refusal as Error).message).not.toContain('SMTP_URL');
  await asOwner('delete from credentials');
});

test('after a rotation the new key fits and the old one is refused', async () => {
  const [old, next] = [rightKey(), key()];
  const keys = await loadKeys(market.ctx.db, next, [old]);
  const config = { ...market.ctx.config, secretKey: next, previousSecretKeys: [old] };
  await drain(buildContext({ ...market.ctx, config, keys }), [resealSecrets]);
  await expect(start({ SECRET_KEY: old })).rejects.toThrow(/^SECRET_KEY: não é a chave deste banco/);
  await start({ SECRET_KEY: next });
});
