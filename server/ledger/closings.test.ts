import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { day, openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';
import { runProgram } from '#test/process/operator.ts';
import { breaks } from './queries.ts';
import { closeLedger } from './closings.ts';

const script = join(import.meta.dirname, '../../bin/verify-ledger.js');
let sales: Sales;
let owner: Client;
let folder: string;
let newest: string;

beforeAll(async () => {
  sales = await openSales();
  owner = new Client(sales.database.ownerUrl);
  await owner.connect();
  folder = await mkdtemp(join(tmpdir(), 'praca-closings-'));
});
/** Each test begins with two closed days, and with sales on both. */
beforeEach(async () => {
  for (let days = 0; days < 2; days++) {
    await sales.delivered({ codes: [`${Math.random()}`] });
    await sales.moveClock(day);
    await closeLedger.run(sales.ctx);
  }
  newest = (await closings())[0]!.day;
});
afterAll(async () => {
  await owner.end();
  await rm(folder, { recursive: true });
  await sales.close();
});

const closings = async () =>
  (await sales.request('GET', '/public/transparency')).data.closings as {
    day: string;
    journals: number;
    root: string;
  }[];
const read = async (which: string, after?: number) =>
  sales.request('GET', `/public/closings/${which}${after ? `?after=${after}` : ''}`);

const switched = (to: 'enable' | 'disable') =>
  `alter table money.journals ${to} trigger user; alter table money.transfers ${to} trigger user`;

/** Runs a statement as the owner of the server could, without triggers. */
async function unguarded(statement: string): Promise<void> {
  await owner.query(`begin; ${switched('disable')}; ${statement}; ${switched('enable')}; commit`);
}

/** The newest day as a stranger downloads it. */
async function downloaded(): Promise<string> {
  const file = join(folder, `${newest}.json`);
  await writeFile(file, (await read(newest)).text);
  return file;
}

const verify = (...sources: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...sources], { encoding: 'utf8' });
  return { status, text: stdout + stderr };
};

test('each day is closed once it is over, also when ten processes close it, and no journal is left out', async () => {
  await sales.delivered({ codes: ['um'] });
  await closeLedger.run(sales.ctx);
  expect((await closings())[0]!.day).toBe(newest);
  await sales.moveClock(day);
  await Promise.all(Array.from({ length: 10 }, () => closeLedger.run(sales.ctx)));
  const { rows } = await owner.query(`select c.n, c.journals, c.first_id, c.last_id,
    (select count(*)::int from money.journals j where j.id between c.first_id and c.last_id) as there,
    (select max(id) from money.journals) as newest from money.closings c order by n`);
  expect(rows.map(({ n }) => n)).toEqual(rows.map((_, index) => index + 1));
  expect(rows.map(({ first_id }) => Number(first_id))).toEqual([
    1,
    ...rows.slice(0, -1).map(({ last_id }) => Number(last_id) + 1),
  ]);
  expect(rows.every(({ journals, there }) => journals === there)).toBe(true);
  expect(rows.at(-1).last_id).toBe(rows.at(-1).newest);
});

test('a journal that is being written holds the closing up, and is in it', async () => {
  await sales.moveClock(day);
  const writer = new Client(sales.database.ownerUrl);
  await writer.connect();
  await writer.query('begin; lock table money.journals in row exclusive mode');
  await closeLedger.run(sales.ctx);
  expect((await closings())[0]!.day).toBe(newest);
  await writer.query('commit');
  await writer.end();
  await closeLedger.run(sales.ctx);
  expect((await closings())[0]!.day > newest).toBe(true);
});

test('a stranger verifies the published days, from the address and from files without it', async () => {
  const { code, output } = await runProgram(script, {}, [sales.ctx.config.publicUrl]);
  expect(output).toMatch(/^Confere: \d+ dias\.$/m);
  expect(code).toBe(0);
  const file = await downloaded();
  expect(verify(file)).toMatchObject({ status: 0, text: expect.stringContaining('Confere: um dia.') });
});

const ofLeg = 'where journal_id = $id and leg = 1';
test.each([
  ['amount', `update money.transfers set amount = amount $by ${ofLeg}`],
  ['account', `update money.transfers set credit_id = credit_id $by000000 ${ofLeg}`],
  ['balance', `update money.transfers set debit_balance = debit_balance $by ${ofLeg}`],
  ['time', `update money.journals set at = at $by * interval '1 microsecond' where id = $id`],
])('one changed row breaks the verification: its %s (N10)', async (_what, statement) => {
  const { rows } = await owner.query('select first_id as id from money.closings order by n desc limit 1');
  const changed = statement.replace('$id', rows[0].id);
  await unguarded(changed.replace('$by', '+ 1'));
  const { status, text } = verify(await downloaded());
  expect(text).toContain(`✖ ${newest}: os lançamentos não dão o código publicado`);
  expect(status).toBe(1);
  expect(await breaks(sales.db)).toContainEqual(expect.objectContaining({ id: 'I14', subject: 'closing' }));
  await unguarded(changed.replace('$by', '- 1'));
  expect(await breaks(sales.db)).toEqual([]);
});

test('a journal that is gone, and a root that was replaced, break the verification', async () => {
  const file = await downloaded();
  const whole = JSON.parse((await read(newest)).text).data;
  const changed = (change: object) => {
    const path = join(folder, 'changed.json');
    return writeFile(path, JSON.stringify({ ...whole, ...change })).then(() => path);
  };
  expect(verify(await changed({ hashes: whole.hashes.slice(1) })).text).toContain('foram publicados');
  expect(verify(await changed({ root: '0'.repeat(64) })).status).toBe(1);
  expect(verify(await changed({ next: 7 })).text).toContain('só o começo');
  const former = JSON.parse((await read((await closings())[1]!.day)).text).data;
  const formerFile = join(folder, 'former.json');
  await writeFile(formerFile, JSON.stringify({ ...former, day: former.day }));
  expect(verify(file, formerFile).status).toBe(0);
  await writeFile(formerFile, JSON.stringify({ ...former, root: '1'.repeat(64) }));
  expect(verify(file, formerFile).text).toContain(`não segue o código de ${former.day}`);
});

test('the application can neither close a day again, nor write a root or a range', async () => {
  const asApp = new Client(sales.database.appUrl);
  await asApp.connect();
  for (const statement of [
    `update money.closings set root = sha256('x')`,
    'delete from money.closings',
    `insert into money.closings (n, day, first_id, last_id, salt, closed_at) values (99, now()::date, 1, 1, sha256('x'), now())`,
  ])
    await expect(asApp.query(statement), statement).rejects.toMatchObject({ code: '42501' });
  await asApp.end();
  await expect(owner.query(`update money.closings set root = sha256('x') where n = 1`)).rejects.toThrow();
  await expect(owner.query('delete from money.closings')).rejects.toThrow();
});

test.each(['2001-01-01', '2026-02-31', 'ontem', '2026-11-27T00:00:00Z'])(
  'a day that is not closed is not found: %s',
  async (which) => {
    expect((await read(which)).status).toBe(404);
  },
);

test('the hashes come in pages', async () => {
  const whole = (await read(newest)).data;
  const { rows } = await owner.query('select first_id from money.closings order by n desc limit 1');
  const rest = (await read(newest, Number(rows[0].first_id))).data;
  expect(rest.hashes).toEqual(whole.hashes.slice(1));
  expect(whole.next).toBeNull();
});

test('open numbers count sales and refunds of the month', async () => {
  const { months, complaints, withdrawals, byKind } = (await sales.request('GET', '/public/transparency'))
    .data;
  expect(Array.isArray(months)).toBe(true);
  expect(complaints).toMatchObject({ opened: 0, decided: 0, medianSeconds: null, byReason: [] });
  expect(withdrawals).toEqual({ decided: 0, medianSeconds: null });
  expect(byKind).toEqual([]);
});
