import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, readdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmbedded } from '#db/embedded.ts';
import { defaultBrand } from '#domain/settings/brand.ts';
import { imageWidths } from '#server/adapters/storage/image-store.ts';
import { day } from '#test/orders/sales.ts';
import { openBackedUpMarket } from '#test/process/backups.ts';
import type { BackedUpMarket } from '#test/process/backups.ts';
import { refusalOf } from '#test/process/operator.ts';
import { checkBackups } from './check.ts';

/** Each command is a process of its own, and most copy a whole cluster. */
const timeoutMs = 180_000;

let market: BackedUpMarket;
const acknowledged: string[] = [];

beforeAll(async () => {
  market = await openBackedUpMarket();
  const { sales } = market;
  // A sealed code, a private file, a photo and sealed decisions: each has a part in the checks.
  await sales.delivered({ codes: ['AAAA-1', 'AAAA-2'] });
  const refused = await sales.refuseToCancel(await askedToCancel(), 'Já enviei o produto, veja a conversa.');
  expect(refused.status, refused.text).toBe(200);
  const logo = randomBytes(16).toString('hex');
  for (const width of imageWidths) await sales.ctx.images.write(logo, width, Buffer.from(`photo ${width}`));
  await sales.setRules({ brand: { ...defaultBrand, logo } });
  while (acknowledged.length < 3) acknowledged.push((await sales.paid()).hash);
}, timeoutMs);
afterAll(() => market.close());

async function askedToCancel() {
  const { sales } = market;
  const sale = await sales.paid();
  await sales.act(sale, sale.seller, 'delivery-start');
  await sales.tryAct(sale, sale.buyer, 'cancellation-request', { note: 'Não chegou nada.' });
  return sale;
}

/** Buys until the work is done. */
async function whileBuying<T>(work: Promise<T>): Promise<T> {
  const done = new AbortController();
  const ending = work.finally(() => done.abort());
  while (!done.signal.aborted) await market.sales.paid();
  return ending;
}

async function hashesIn(dataDir: string): Promise<string[]> {
  const restored = await startEmbedded({ dataDir, log: () => undefined });
  const client = new Client({ connectionString: restored.ownerUrl });
  try {
    await client.connect();
    const { rows } = await client.query<{ hash: string }>('select hash from orders');
    return rows.map(({ hash }) => hash);
  } finally {
    await client.end();
    await restored.stop();
  }
}

test(
  'a backup under purchases restores with every order acknowledged before it, and passes every check',
  { timeout: timeoutMs },
  async () => {
    const made = await whileBuying(market.backup('copies'));
    expect(made.errors).toBe('');
    expect(made.output).toMatch(/^Cópia completa em [\d.]+ s: \S+\.set, \d+ arquivos, [\d.]+ MB\.$/m);
    // Listings of tests have no photo.
    expect(made.output).toMatch(
      /^Faltam na origem \d+ arquivos que o banco cita; o primeiro é images\/\S+\.$/m,
    );
    const verified = await market.restore('copies', 'drill', ['--verify']);
    expect(verified.output).toMatch(/^ok {4}contabilidade: fecha/m);
    expect(verified.output).toMatch(/^ok {4}chave: SECRET_KEY abre [1-9]\d* segredos/m);
    expect(verified.output).toMatch(/^warn {2}arquivos: 6 conferem; \d+ já faltavam na origem$/m);
    expect(verified.output).toMatch(/^RPO: a cópia vai até .*, há [\d.]+ s/m);
    expect(verified.output).toMatch(/^RTO: [\d.]+ s até o banco restaurado responder$/m);
    expect(verified).toMatchObject({ code: 0, errors: '' });
    expect(existsSync(market.path('drill'))).toBe(false);
    const restored = await market.restore('copies', 'restored');
    expect(restored).toMatchObject({ code: 0, errors: '' });
    expect(await hashesIn(market.path('restored'))).toEqual(expect.arrayContaining(acknowledged));
    expect((await stat(market.path('restored/pg_service.conf'))).mode & 0o777).toBe(0o600);
  },
);

test('a stopped database is backed up too', { timeout: timeoutMs }, async () => {
  const stopped = { DATA_DIR: market.path('restored') };
  expect(await market.backup('copies', stopped)).toMatchObject({ code: 0, errors: '' });
  expect(existsSync(market.path('restored/postgres/data/postmaster.pid'))).toBe(false);
  expect((await readdir(market.path('copies/sets'))).length).toBe(2);
});

test(
  'a killed backup is no backup, and the next one continues where it was',
  { timeout: timeoutMs },
  async () => {
    await market.killBackup('killed', 300);
    const kept = await market.contents('killed');
    expect(refusalOf(await market.restore('killed', 'drill'))).toMatch(/^✖ Não há cópia completa em/);
    expect((await market.backup('killed')).code).toBe(0);
    const after = await market.contents('killed');
    expect([...kept].filter(([file, inode]) => after.get(file) !== inode)).toEqual([]);
    expect((await market.restore('killed', 'drill', ['--verify'])).code).toBe(0);
  },
);

test(
  'a wrong key, a damaged set or a used folder is refused in one line, and nothing is written',
  { timeout: timeoutMs },
  async () => {
    const other = randomBytes(32).toString('hex');
    const restore = async (...how: [string[]?, Record<string, string>?]) =>
      refusalOf(await market.restore('copies', 'target', ...how));
    expect(await restore([], { BACKUP_KEY: other })).toMatch(/^✖ BACKUP_KEY: não é a chave desta cópia\..*$/);
    expect(await restore([], { SECRET_KEY: other })).toMatch(
      /^✖ SECRET_KEY: não é a chave do banco desta cópia\..*$/,
    );
    expect(await restore([], { BACKUP_KEY: '' })).toMatch(/^✖ BACKUP_KEY: falta a chave das cópias\..*$/);
    expect(await restore([], { BACKUP_KEY: 'a'.repeat(64) })).toMatch(/- BACKUP_KEY: precisa de 32 bytes/);
    expect(await restore(['--set', 'ontem'])).toMatch(/^✖ Não há a cópia ontem em .*$/);
    expect(await restore(['--agora'])).toMatch(/^✖ Escreva: npm run restore -- --from PASTA/);
    expect(existsSync(market.path('target'))).toBe(false);
    const used = await market.restore('copies', 'data');
    expect(used.errors).toMatch(/^\n✖ .*data não está vazia, e nada nela foi tocado\. .*\n\n$/);
    expect((await market.backup('copies', { SECRET_KEY: other })).errors).toMatch(
      /^\n✖ SECRET_KEY: não é a chave deste banco\..*\n\n$/,
    );
  },
);

test(
  'a changed byte and a lost content are found before the target exists',
  { timeout: timeoutMs },
  async () => {
    const largest = await largestContent();
    await flipByte(largest, 5_000);
    const changed = await market.restore('copies', 'target');
    expect(changed.code).toBe(1);
    expect(changed.errors).toMatch(
      /^\n✖ A cópia foi alterada ou está estragada em postgres\/data\/\S+\. .*\n\n$/,
    );
    expect(existsSync(market.path('target'))).toBe(false);
    await flipByte(largest, 5_000);
    await rename(largest, `${largest}.lost`);
    expect(refusalOf(await market.restore('copies', 'target', ['--verify']))).toMatch(
      /^✖ A cópia está incompleta: faltam \d+ de \d+ arquivos; o primeiro é \S+\. .*$/,
    );
    await rename(`${largest}.lost`, largest);
    const [set] = (await readdir(market.path('copies/sets'))).toSorted();
    await flipByte(market.path(`copies/sets/${set}`), 100);
    expect(refusalOf(await market.restore('copies', 'target', ['--set', set!]))).toMatch(
      /^✖ A cópia foi alterada ou está estragada em sets\//,
    );
    expect(existsSync(market.path('target'))).toBe(false);
  },
);

test(
  'old sets are removed with what only they hold, and the newest one stays',
  { timeout: timeoutMs },
  async () => {
    const before = await market.contents('copies');
    const sets = market.path('copies/sets');
    const [older, newer] = (await readdir(sets)).toSorted();
    await flipByte(join(sets, older!), 100);
    await rename(join(sets, older!), join(sets, `2020${older!.slice(4)}`));
    await market.sales.paid();
    expect((await market.backup('copies', {}, ['--keep-days', '35'])).output).toMatch(
      /35 dias removidas: 1\.\n$/,
    );
    expect((await readdir(sets)).length).toBe(2);
    expect(await readdir(sets)).toContain(newer);
    const after = await market.contents('copies');
    expect([...before.keys()].some((file) => !after.has(file))).toBe(true);
    expect((await market.restore('copies', 'drill', ['--verify'])).code).toBe(0);
    expect(refusalOf(await market.backup('copies', {}, ['--keep-days', '0']))).toMatch(
      /^✖ Escreva: npm run backup/,
    );
  },
);

test(
  'the check of the server notifies admins of an old, lost or changed backup, once a day',
  { timeout: timeoutMs },
  async () => {
    const { sales, path, settings } = market;
    const boss = await sales.user({ role: 'admin' });
    const notices = async () => {
      const { rows } = await sql<{ fault: string }>`select data ->> 'fault' as fault from events
      where kind = 'staff.backup_failed' and subject_id = ${boss.id} order by id`.execute(sales.db);
      return rows.map(({ fault }) => fault);
    };
    const check = async (folder: string) => {
      const backup = { dir: path(folder), key: settings.BACKUP_KEY, restoreDatabaseUrl: null };
      await checkBackups.run({ ...sales.ctx, config: { ...sales.ctx.config, backup } });
      const { rows } = await sql<{ fault: string | null }>`select fault from backup_state`.execute(sales.db);
      return rows[0]!.fault;
    };
    expect(await check('nowhere')).toMatch(/^Não há cópia completa em/);
    expect(await check('copies')).toBeNull();
    const largest = await largestContent();
    await flipByte(largest, 5_000);
    expect(await check('copies')).toBeNull(); // read within the week
    await sql`update backup_state set read_at = now() - interval '8 days', read_begun_at = null`.execute(
      sales.db,
    );
    expect(await check('copies')).toMatch(/^A cópia foi alterada ou está estragada em /);
    expect(await check('copies')).toMatch(/^A cópia foi alterada/);
    expect(await notices()).toEqual([expect.stringMatching(/^Não há cópia completa/)]);
    await flipByte(largest, 5_000);
    await rename(largest, `${largest}.lost`);
    await sales.moveClock(day);
    expect(await check('copies')).toMatch(/está incompleta: faltam \d+ arquivos\.$/);
    await rename(`${largest}.lost`, largest);
    expect(await notices()).toHaveLength(2);
    await sales.drain();
    const { data } = await sales.request('GET', '/notifications', { token: boss.token });
    expect(JSON.stringify(data)).toContain('A cópia de segurança não está em ordem');
  },
);

/** A content of the newest set: of the log, which each set has of its own. */
async function largestContent(): Promise<string> {
  const files = [...(await market.contents('copies')).keys()];
  const found = await Promise.all(files.map(async (file) => ({ file, ...(await stat(file)) })));
  return found.toSorted((one, other) => other.size - one.size || other.mtimeMs - one.mtimeMs)[0]!.file;
}

async function flipByte(path: string, at: number): Promise<void> {
  const file = await open(path, 'r+');
  try {
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, at);
    buffer[0]! ^= 1;
    await file.write(buffer, 0, 1, at);
  } finally {
    await file.close();
  }
}
