import { spawnSync } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DossierFiles } from '#contract/dossiers/dossiers.ts';
import { dossierBounds } from '#domain/dossiers/dossier.ts';
import type { Dossier, SignedDossier } from '#domain/dossiers/dossier.ts';
import { closeLedger } from '#server/ledger/closings.ts';
import type { Answer } from '#test/http-request.ts';
import type { Person } from '#test/accounts/people.ts';
import { openDeliveries } from '#test/orders/deliveries.ts';
import type { Deliveries } from '#test/orders/deliveries.ts';
import { day } from '#test/orders/sales.ts';
import type { Placed } from '#test/orders/sales.ts';
import { openCase } from '#test/staff/cases.ts';

/** N07: the dossier of an order, redacted for its reader, verifies offline. */
const script = join(import.meta.dirname, '../../bin/verify-dossier.js');
const phone = '(11) 98765-4321';
/** Addresses from which the tests call; the one of the site itself has a port. */
const networks = /203\.0\.113\.|127\.0\.0\.1(?!:\d)/;
const userAgent = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/142.0 Safari/537.36';
let market: Deliveries;
let folder: string;
let support: Person;

beforeAll(async () => {
  market = await openDeliveries();
  support = await market.user({ role: 'support' });
  folder = await mkdtemp(join(tmpdir(), 'praca-dossiers-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await market.close();
});

const make = ({ hash }: Placed, who: Person) =>
  market.request('POST', `/orders/${hash}/dossiers`, { token: who.token });
const makeForTeam = ({ hash }: Placed, who: Person, reader: 'staff' | 'authority') =>
  market.request('POST', `/staff/orders/${hash}/dossiers`, {
    token: who.token,
    body: { reader, reason: 'O banco contestou o pagamento deste pedido.' },
  });
const say = (sale: Placed, who: Person, text: string) =>
  market.request('PUT', `/orders/${sale.hash}/messages/${randomUUID()}`, {
    token: who.token,
    body: { text, fileIds: [], insist: true },
  });

/** A disputed order: delivered with a text and a file that its buyer opened, discussed, and complained about. */
async function disputed(): Promise<Placed> {
  const sale = await market.begun('file');
  expect((await say(sale, sale.buyer, 'Bom dia, quando chega? 😀')).status).toBe(200);
  expect((await say(sale, sale.seller, `Hoje. Meu número é ${phone}.`)).status).toBe(200);
  const fileId = await market.sentUp(sale);
  expect((await market.deliver(sale, [fileId])).status).toBe(200);
  await market.open(sale, fileId, sale.buyer);
  const complaint = await market.request('POST', `/orders/${sale.hash}/complaints`, {
    token: sale.buyer.token,
    key: true,
    body: { reason: 'not_as_described', wish: 'full', words: 'O que veio não é o que estava no anúncio.' },
  });
  expect(complaint.status, complaint.text).toBe(201);
  return sale;
}

/** An order whose buyer was shown its code. */
async function revealed(code: string): Promise<Placed> {
  const sale = await market.delivered({ codes: [code] });
  const shown = await market.request('POST', `/orders/${sale.hash}/reveal`, {
    token: sale.buyer.token,
    key: true,
    headers: { 'user-agent': userAgent },
  });
  expect(shown.status, shown.text).toBe(200);
  return sale;
}

const filesOf = (answer: Answer): DossierFiles => {
  expect(answer.status, answer.text).toBe(200);
  return answer.data;
};
const signedOf = (answer: Answer): SignedDossier => JSON.parse(filesOf(answer).json);
const dossierOf = (answer: Answer): Dossier => signedOf(answer).dossier;

/** What a PDF shows, its lines joined. */
function shownBy({ pdf }: DossierFiles): string {
  const file = Buffer.from(pdf, 'base64').toString('latin1');
  return [...file.matchAll(/FlateDecode\/Length \d+>>\nstream\n([\s\S]*?)\nendstream/g)]
    .map(([, stream]) => inflateSync(Buffer.from(stream!, 'latin1')).toString('latin1'))
    .flatMap((operators) => [...operators.matchAll(/\(((?:\\.|[^\\)])*)\) Tj/g)].map(([, line]) => line!))
    .join(' ')
    .replaceAll(/\\([\\()])/g, '$1');
}

const publishedKey = async () =>
  (await market.request('GET', '/public/transparency')).data.dossierKey as string;

async function verify(bytes: string | Buffer, ...options: string[]) {
  const path = join(folder, `${randomUUID()}.json`);
  await writeFile(path, bytes);
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, path, ...options], {
    encoding: 'utf8',
    env: {},
  });
  return { status, stdout, stderr };
}

describe('a dossier', () => {
  test('tells the buyer what happened, without what is only the seller’s (N07)', async () => {
    const sale = await disputed();
    const answer = await make(sale, sale.buyer);
    const dossier = dossierOf(answer);
    expect(dossier).toMatchObject({
      reader: 'buyer',
      order: { state: 'in_complaint', totalCents: sale.totalCents, commissionCents: null, netCents: null },
      people: {
        buyer: { username: sale.buyer.username, civilName: null, document: null },
        seller: { username: sale.seller.username, civilName: null, document: null },
      },
      messages: {
        total: 2,
        items: [
          { by: 'buyer', text: 'Bom dia, quando chega? 😀' },
          { by: 'seller', text: expect.stringContaining('•••'), original: null },
        ],
      },
      delivery: {
        note: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/), text: null },
        files: [{ sha256: expect.any(String), openings: [{ by: 'buyer', network: null }] }],
      },
      payments: [{ method: 'pix', state: 'confirmed', bankNumber: expect.any(String) }],
      ledger: [{ kind: 'capture', movements: [{ from: null, to: 'escrow', amountCents: sale.totalCents }] }],
      complaints: [{ reason: 'not_as_described', words: 'O que veio não é o que estava no anúncio.' }],
      agreement: { buyerTerms: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } },
    });
    expect(dossier.timeline.map(({ event }) => event)).toEqual([
      'place',
      'pay',
      'start_delivery',
      'deliver',
      'complain',
    ]);
    const shown = shownBy(filesOf(answer));
    for (const text of [answer.text, shown]) {
      expect(text).not.toContain('98765');
      expect(text).not.toMatch(networks);
      expect(text).not.toContain('Dona Inês');
    }
    expect(shown).toContain('[U+1F600]');
    expect(shown).toContain(filesOf(answer).sha256);
  });

  test('tells the seller what they are paid, and not what banks know of the buyer', async () => {
    const sale = await disputed();
    const answer = await make(sale, sale.seller);
    expect(dossierOf(answer)).toMatchObject({
      reader: 'seller',
      order: { commissionCents: expect.any(Number) },
      messages: { items: [{}, { by: 'seller', text: expect.stringContaining(phone) }] },
      delivery: { note: { text: null } },
      payments: [{ bankNumber: null }],
    });
    expect(answer.text).not.toMatch(networks);
  });

  test('shows codes by their hash and when and on what device they were seen', async () => {
    const code = 'CANARIO-4F7A-11B2';
    const sale = await revealed(code);
    await openCase(market, sale, support);
    const seen = { by: sale.buyer.username, device: 'Chrome no Windows', sha256: expect.any(String) };
    for (const [answer, network] of [
      [await make(sale, sale.buyer), null],
      [await make(sale, sale.seller), null],
      [await makeForTeam(sale, support, 'staff'), '127.0.0.1'],
      [await makeForTeam(sale, market.admin, 'authority'), '127.0.0.1'],
    ] as const) {
      expect(dossierOf(answer).delivery.codes).toMatchObject({ sold: 1, reveals: [{ ...seen, network }] });
      expect(answer.text).not.toContain('CANARIO');
      expect(shownBy(filesOf(answer))).not.toContain('CANARIO');
    }
  });

  test('for the team has the text of the delivery and hidden messages, and no civil name', async () => {
    const sale = await disputed();
    await sql`update users set full_name = 'Joana Prado Canário', cpf = '39053344705' where id = ${sale.buyer.id}`.execute(
      market.db,
    );
    await openCase(market, sale, support);
    const answer = await makeForTeam(sale, support, 'staff');
    expect(dossierOf(answer)).toMatchObject({
      reader: 'staff',
      people: { buyer: { civilName: null, document: null } },
      delivery: {
        note: { text: expect.stringContaining('Dona Inês') },
        files: [{ openings: [{ network: '203.0.113.7' }] }],
      },
      messages: { items: [{}, { text: expect.stringContaining(phone) }] },
      ledger: [{ movements: [{ from: 'psp_cash', to: 'escrow' }] }],
    });
    expect(answer.text).not.toContain('39053344705');
  });

  test('for an authority names both sides, and has the text of the delivery as a hash only', async () => {
    const sale = await disputed();
    await sql`update users set full_name = 'Joana Prado Canário', cpf = '11144477735' where id = ${sale.buyer.id}`.execute(
      market.db,
    );
    const dossier = dossierOf(await makeForTeam(sale, market.admin, 'authority'));
    expect(dossier).toMatchObject({
      people: { buyer: { civilName: 'Joana Prado Canário', document: '11144477735' } },
      delivery: { note: { text: null } },
    });
  });

  test('of an order that did not change differs from another one in its time only', async () => {
    const sale = await disputed();
    const first = signedOf(await make(sale, sale.buyer));
    await openCase(market, sale, support);
    await makeForTeam(sale, support, 'staff');
    await market.moveClock(60_000);
    const second = signedOf(await make(sale, sale.buyer));
    expect(second.dossier.madeAt).not.toBe(first.dossier.madeAt);
    expect({ ...second.dossier, madeAt: first.dossier.madeAt }).toEqual(first.dossier);
    expect(second.sha256).not.toBe(first.sha256);
  });

  test('of a long conversation has the newest messages and says how many there are', async () => {
    const sale = await market.begun('file');
    const count = dossierBounds.messages + 500;
    await sql`insert into order_messages (order_id, sender_id, client_id, text, handling)
      select ${sale.id}, case when n % 2 = 0 then ${sale.buyer.id}::bigint else ${sale.seller.id}::bigint end,
        gen_random_uuid(), repeat('Boa tarde. ', 12) || n, 'as_written' from generate_series(1, ${count}::int) n`.execute(
      market.db,
    );
    const startedAt = performance.now();
    const answer = await make(sale, sale.buyer);
    const ms = Math.round(performance.now() - startedAt);
    const { messages } = dossierOf(answer);
    expect(messages.total).toBe(count);
    expect(messages.items.at(-1)!.text).toContain(`Boa tarde. ${count}`);
    expect(messages.items.length).toBeGreaterThan(1_000);
    expect(messages.items.length).toBeLessThanOrEqual(dossierBounds.messages);
    expect(shownBy(filesOf(answer))).toContain('A conversa tem 2.500 mensagens.');
    expect(ms).toBeLessThan(10_000);
  });
});

describe('the script of the repository', () => {
  test('verifies a dossier with the published key and no network', async () => {
    const sale = await disputed();
    const files = filesOf(await make(sale, sale.buyer));
    const found = await verify(files.json, '--key', await publishedKey());
    expect(found.stderr).toBe('');
    expect(found.stdout).toContain(files.sha256);
    expect(found.stdout).toContain('Confere.');
    expect(found.status).toBe(0);
    const otherKey = await verify(files.json, '--key', 'ab'.repeat(32));
    expect(otherKey.status).toBe(1);
    expect(otherKey.stderr).toContain('a chave do arquivo não é a publicada');
  });

  test('refuses a dossier of which any one byte was altered', async () => {
    const sale = await disputed();
    const bytes = Buffer.from(filesOf(await make(sale, sale.buyer)).json);
    const { faultsOfDossier } = (await import(script)) as {
      faultsOfDossier: (bytes: Buffer, key?: string) => string[];
    };
    expect(faultsOfDossier(bytes)).toEqual([]);
    for (let round = 0; round < 2_000; round++) {
      const altered = Buffer.from(bytes);
      const at = randomInt(altered.length);
      altered[at] = (altered[at]! + randomInt(1, 256)) % 256;
      expect(faultsOfDossier(altered), `byte ${at}`).not.toEqual([]);
    }
    const price = bytes.toString().replace(`"totalCents":${sale.totalCents}`, '"totalCents":1');
    expect(await verify(price)).toMatchObject({ status: 1, stderr: expect.stringContaining('alterado') });
    expect(await verify(`${bytes.toString()}\n`)).toMatchObject({ status: 1 });
  });

  test('finds the entries of a dossier in the published days of the ledger (N10)', async () => {
    const sale = await market.released();
    await market.moveClock(2 * day);
    await closeLedger.run(market.ctx);
    const files = filesOf(await make(sale, sale.seller));
    const { ledger } = (JSON.parse(files.json) as SignedDossier).dossier;
    expect(ledger.map(({ kind }) => kind)).toEqual(['capture', 'conclude', 'release']);
    expect(ledger[1]!.movements.map(({ to }) => to)).toEqual(['pending_release', 'commission_revenue']);
    const paths: string[] = [];
    for (const each of new Set(ledger.map(({ chain }) => chain!.day))) {
      const path = join(folder, `livro-${each}.json`);
      const reply = await market.request('GET', `/public/closings/${each}`);
      await writeFile(path, reply.text);
      paths.push('--ledger', path);
    }
    const found = await verify(files.json, ...paths);
    expect(found).toMatchObject({ status: 0, stderr: '' });
    const emptied = JSON.parse(
      (await market.request('GET', `/public/closings/${ledger[0]!.chain!.day}`)).text,
    );
    emptied.data.hashes = emptied.data.hashes.filter((hash: string) => hash !== ledger[0]!.chain!.hash);
    await writeFile(paths[1]!, JSON.stringify(emptied));
    expect(await verify(files.json, ...paths)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('não está no livro'),
    });
  });
});

describe('a dossier is refused', () => {
  test('to everybody who is no side of the order, as if it did not exist', async () => {
    const sale = await market.paid();
    for (const who of [await market.user(), support, market.admin])
      expect((await make(sale, who)).body).toMatchObject({ status: 404, code: 'not_found' });
    expect((await market.request('POST', `/orders/${sale.hash}/dossiers`)).status).toBe(401);
    expect((await makeForTeam(sale, sale.buyer, 'staff')).body.code).toBe('forbidden');
  });

  test('to support without a case, to support for an authority, and to a side of the order', async () => {
    const sale = await disputed();
    expect((await makeForTeam(sale, support, 'staff')).body).toMatchObject({ status: 403, code: 'no_case' });
    await openCase(market, sale, support);
    expect((await makeForTeam(sale, support, 'authority')).body.code).toBe('forbidden');
    await sql`update users set role = 'admin' where id = ${market.admin.id}`.execute(market.db);
    const own = await market.paid({ seller: market.admin });
    expect((await makeForTeam(own, market.admin, 'authority')).body.code).toBe('own_decision');
    expect((await makeForTeam(own, market.admin, 'staff')).body.code).toBe('own_decision');
  });

  test('beyond twenty a day of one person', async () => {
    const sale = await market.paid();
    for (let each = 0; each < 20; each++) expect((await make(sale, sale.buyer)).status).toBe(200);
    expect((await make(sale, sale.buyer)).body).toMatchObject({ status: 429, code: 'too_many_requests' });
    expect((await make(sale, sale.seller)).status).toBe(200);
  });

  test('by PostgreSQL for a reader that its maker is not', async () => {
    const sale = await market.paid();
    const insert = (who: Person, reader: string) =>
      sql`insert into dossiers (order_id, made_by, reader, sha256, signature)
        values (${sale.id}, ${who.id}, ${reader}, ${Buffer.alloc(32)}, ${Buffer.alloc(64)})`.execute(
        market.db,
      );
    for (const [who, reader] of [
      [sale.buyer, 'seller'],
      [sale.seller, 'buyer'],
      [sale.buyer, 'staff'],
      [support, 'buyer'],
      [support, 'authority'],
      [await market.user(), 'staff'],
    ] as const)
      await expect(insert(who, reader), reader).rejects.toThrow(/may not make a dossier/);
    await insert(support, 'staff');
    await expect(sql`delete from dossiers where order_id = ${sale.id}`.execute(market.db)).rejects.toThrow();
  });
});

test('a dossier of the team is in the audit log with its reader, its case, its reason and its hash (T110)', async () => {
  const sale = await disputed();
  const caseId = await openCase(market, sale, support);
  const { sha256 } = filesOf(await makeForTeam(sale, support, 'staff'));
  const { rows } = await sql<{ data: object }>`
    select data from events where kind = 'order.dossier_made' and subject_id = ${sale.id}`.execute(market.db);
  expect(rows).toEqual([
    {
      data: {
        reader: 'staff',
        case: 'ticket',
        caseId,
        before: null,
        after: { reader: 'staff', sha256 },
        reason: 'O banco contestou o pagamento deste pedido.',
      },
    },
  ]);
  const stored = await sql<{ reader: string; sha256: string }>`
    select reader, encode(sha256, 'hex') as sha256 from dossiers where order_id = ${sale.id}`.execute(
    market.db,
  );
  expect(stored.rows).toEqual([{ reader: 'staff', sha256 }]);
});
