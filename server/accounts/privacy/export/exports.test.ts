import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { day, hour, openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';
import { setProof } from '#test/accounts/second-factor.ts';
import type { Answer } from '#test/http-request.ts';
import type { Person } from '#test/accounts/people.ts';
import { unzip } from '#test/files/unzip.ts';
import { buildExport } from './exports.ts';
import { notPersonal, personalData } from './personal-data.ts';
import type { PersonalTable } from './personal-table.ts';
import { zip } from './zip.ts';

let sales: Sales;
beforeAll(async () => {
  sales = await openSales();
});
afterAll(() => sales.close());

const decisions = Object.entries(personalData) as [string, PersonalTable][];

test('every table and column of the database has a decision (T135)', async () => {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select c.table_name as table, array_agg(c.column_name::text order by c.column_name) as columns
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name <> 'migrations'
    group by c.table_name`.execute(sales.db);
  const undecided = rows.filter(({ table }) => !(table in notPersonal) && !(table in personalData));
  expect(undecided.map(({ table }) => table)).toEqual([]);
  for (const { table, columns } of rows) {
    const decision = (personalData as Record<string, PersonalTable>)[table];
    if (decision) expect(Object.keys(decision.columns).toSorted(), table).toEqual(columns.toSorted());
  }
  const titles = decisions.map(([, { title }]) => title);
  expect(new Set(titles).size).toBe(titles.length);
});

test('the file holds all data of a person and their photos, without data of others or secrets (T134, T135)', async () => {
  const sale = await sales.delivered();
  const { seller, buyer } = sale;
  const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#345' } })
    .png()
    .toBuffer();
  const upload = await sales.request('POST', '/images', {
    token: seller.token,
    body: photo,
    headers: { 'content-type': 'image/png' },
  });
  expect(upload.status, upload.text).toBe(201);
  const secrets = await plantSecrets(seller);
  await sql`update users set full_name = 'Vendedora Canária', phone = '+5571988887777', phone_verified_at = now()
    where id = ${seller.id}`.execute(sales.db);
  await sql`update users set full_name = 'Compradora Alheia', phone = '+5571911112222', phone_verified_at = now(),
    cpf = '11144477735' where id = ${buyer.id}`.execute(sales.db);

  const files = await exportOf(seller);
  for (const [table, { title, columns }] of decisions) {
    const rows = JSON.parse(files.get(`dados/${title}.json`)!.toString());
    const allowed = Object.entries(columns).filter(([, rule]) =>
      ['shown', 'own', 'username', 'title'].includes(rule),
    );
    for (const row of rows)
      expect(Object.keys(row).toSorted(), table).toEqual(allowed.map(([name]) => name).toSorted());
  }
  const all = [...files].map(([name, content]) => name + content.toString('latin1')).join('\n');
  const read = (name: string) => JSON.parse(files.get(`dados/${name}.json`)!.toString());
  expect(read('conta')).toEqual([
    expect.objectContaining({ full_name: 'Vendedora Canária', email: seller.email }),
  ]);
  expect(read('pedidos')).toEqual([
    expect.objectContaining({ id: sale.id, buyer_id: buyer.username, seller_id: seller.username }),
  ]);
  expect(files.get(`fotos/${upload.data.key}.webp`)!.subarray(8, 12).toString()).toBe('WEBP');
  expect([...files.keys()]).toContain('leia-me.txt');
  for (const secret of secrets) expect(all.includes(secret), secret).toBe(false);
  for (const foreign of [buyer.email, 'Compradora Alheia', '+5571911112222', '11144477735'])
    expect(all.includes(foreign), foreign).toBe(false);
  // The other side's file has no data of this person either.
  const others = [...(await exportOf(buyer)).values()]
    .map((content) => content.toString('latin1'))
    .join('\n');
  expect(others).toContain(seller.username);
  for (const foreign of [seller.email, 'Vendedora Canária', '+5571988887777'])
    expect(others.includes(foreign), foreign).toBe(false);
});

test('the whole content of every shown column is in the file (T135)', async () => {
  const sale = await sales.released({ codes: sales.codes(2) });
  for (const person of [sale.seller, sale.buyer]) {
    const files = await exportOf(person);
    for (const [table, { title, mine, columns }] of decisions) {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int from ${sql.table(table)} t where ${mine(person.id)}`.execute(sales.db);
      const exported = JSON.parse(files.get(`dados/${title}.json`)!.toString());
      // The notice and the letter that say that the file is ready come after it, and so does its opening.
      const later = ['mails', 'notifications', 'events', 'idempotency_keys', 'access_records'].includes(
        table,
      );
      expect(exported.length, table).toBeGreaterThanOrEqual(rows[0]!.count - (later ? 2 : 0));
      expect(Object.keys(columns).length).toBeGreaterThan(0);
    }
    const lines = JSON.parse(files.get('dados/extrato.json')!.toString());
    expect(lines).toHaveLength(person === sale.seller ? 1 : 0);
  }
});

test('an export needs a recent proof, one at a time and once a day', async () => {
  const person = await sales.user();
  await setProof(sales, person, 'stale');
  expect((await ask(person)).body.code).toBe('step_up_required');
  await setProof(sales, person, 'fresh');
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(person)));
  expect(answers.map(({ status }) => status).filter((status) => status === 202)).toHaveLength(1);
  const codes = answers.filter(({ status }) => status !== 202).map(({ body }) => body.code);
  expect(new Set(codes)).toEqual(new Set(['already_requested']));
  await sales.drain();
  const again = await ask(person);
  expect([again.status, again.body.code]).toEqual([429, 'too_many_requests']);
  expect(Number(again.headers['retry-after'])).toBeGreaterThan(86_000);
  await sales.moveClock(day);
  await setProof(sales, person, 'fresh');
  expect((await ask(person)).status).toBe(202);
});

test('a job that runs twice leaves one file', async () => {
  const person = await sales.user();
  const { data } = await ask(person);
  await Promise.all(Array.from({ length: 4 }, () => buildExport(sales.ctx, data.id)));
  await sales.drain();
  expect((await privacy(person)).exports).toEqual([expect.objectContaining({ state: 'ready' })]);
  const { rows } = await sql`select from events
    where kind = 'account.export_ready' and subject_id = ${person.id}`.execute(sales.db);
  expect(rows).toHaveLength(1);
  const root = join(sales.ctx.config.dataDir, 'files');
  const files = await readdir(root, { recursive: true, withFileTypes: true });
  const { rows: known } = await sql<{ files: number }>`
    select count(*)::int as files from data_exports where file_key is not null`.execute(sales.db);
  expect(files.filter((each) => each.isFile())).toHaveLength(known[0]!.files);
});

test('the owner is notified on the site and by mail, without the link', async () => {
  const person = await sales.user();
  await ask(person);
  await sales.drain();
  const { rows } = await sql<{ subject: string; text_body: string }>`
    select subject, text_body from mails where recipient = ${person.email}`.execute(sales.db);
  expect(rows.map(({ subject }) => subject)).toEqual(['Seus dados estão prontos']);
  expect(rows[0]!.text_body).not.toContain('/arquivos/');
  const { data } = await sales.request('GET', '/notifications', { token: person.token });
  expect(data.items[0].title).toBe('Seus dados estão prontos');
});

test('a signed link works for five minutes, and the file is deleted after seven days', async () => {
  const person = await sales.user();
  await ask(person);
  await sales.drain();
  const [made] = (await privacy(person)).exports;
  const link = await linkTo(person, made.id);
  const good = await fetchLink(link, person);
  expect(good.statusCode).toBe(200);
  expect(good.headers['content-disposition']).toMatch(/^attachment; filename="meus-dados-na-praca-/);
  expect(good.headers['cache-control']).toBe('private, no-store');
  expect(good.rawPayload).toHaveLength(made.bytes);

  const changed = Object.entries({
    pessoa: String(person.id + 1),
    sessao: String(Number(link.searchParams.get('sessao')) + 1),
    ate: String(Number(link.searchParams.get('ate')) + 1),
    nome: 'outro.html',
    assinatura: `${link.searchParams.get('assinatura')!.slice(0, -1)}~`,
  });
  for (const [name, value] of changed) {
    const forged = new URL(link);
    forged.searchParams.set(name, value);
    expect((await fetchLink(forged, person)).statusCode, name).toBe(404);
  }
  const bare = new URL(link.pathname, link);
  expect((await fetchLink(bare, person)).statusCode).toBe(404);
  const elsewhere = new URL(link);
  elsewhere.pathname = '/arquivos/..%2f..%2fsecret.key';
  expect((await fetchLink(elsewhere, person)).statusCode).toBe(404);

  await sales.moveClock(5 * 60_000 + 1_000);
  expect((await fetchLink(link, person)).statusCode).toBe(403);
  const fresh = await linkTo(person, made.id);
  expect((await fetchLink(fresh, person)).statusCode).toBe(200);
  await sales.moveClock(7 * day + hour);
  await sales.drain();
  expect((await privacy(person)).exports[0]).toMatchObject({ state: 'expired' });
  expect((await openIt(person, made.id)).body.code).toBe('not_found');
  expect(await sales.ctx.files.read(link.pathname.split('/').at(-1)!)).toBeNull();
});

test('a finished file needs a recent proof and its owner; the list has no link (T135)', async () => {
  const [person, other] = [await sales.user(), await sales.user()];
  const { data } = await ask(person);
  expect((await openIt(person, data.id)).body.code).toBe('not_found');
  await sales.drain();
  await setProof(sales, person, 'stale');
  expect((await openIt(person, data.id)).body).toMatchObject({ status: 403, code: 'step_up_required' });
  expect(JSON.stringify(await privacy(person))).not.toContain('/arquivos/');
  expect((await openIt(other, data.id)).body.code).toBe('not_found');
  await setProof(sales, person, 'fresh');
  expect((await fetchLink(await linkTo(person, data.id), person)).statusCode).toBe(200);
});

test('an empty archive is valid, and one with too many entries is refused', async () => {
  const bytes = Buffer.concat(await archive(0));
  expect(bytes.toString('hex')).toBe(`504b0506${'00'.repeat(18)}`);
  await expect(archive(65_536)).rejects.toThrow('too much');
});

/** Stored secrets of the person that must not be exported. */
async function plantSecrets(person: Person): Promise<string[]> {
  await sql`insert into devices (user_id, token_hash) values (${person.id}, 'canario-aparelho')`.execute(
    sales.db,
  );
  await sql`insert into totp_secrets (user_id, secret_sealed) values (${person.id}, 'canario-totp')`.execute(
    sales.db,
  );
  await sql`insert into recovery_codes (user_id, code_hash) values (${person.id}, 'canario-reserva')`.execute(
    sales.db,
  );
  await sql`insert into one_time_secrets (user_id, kind, token_hash, payload, expires_at) values
    (${person.id}, 'password_reset', 'canario-link', '{"nonce": "canario-payload"}', market_now() + interval '1 hour')`.execute(
    sales.db,
  );
  await sql`insert into mails (recipient, subject, text_body, html_body, url)
    values (${person.email}, 'Assunto', 'canario-carta', 'canario-html', 'https://x/?token=canario-url')`.execute(
    sales.db,
  );
  await sales.publishedListing({ seller: person, codes: ['CANARIO-CODIGO-1234'] });
  const { rows } = await sql<{ password_hash: string; token: string }>`
    select u.password_hash, encode(s.token_hash, 'hex') as token from users u join sessions s on s.user_id = u.id
    where u.id = ${person.id}`.execute(sales.db);
  const planted = ['aparelho', 'totp', 'reserva', 'link', 'payload', 'carta', 'html', 'url'].map(
    (name) => `canario-${name}`,
  );
  const asHex = planted.map((text) => Buffer.from(text).toString('hex'));
  return [...planted, ...asHex, 'CANARIO-CODIGO', person.token, rows[0]!.password_hash, rows[0]!.token];
}

const ask = (person: Person): Promise<Answer> =>
  sales.request('POST', '/data-exports', { token: person.token });
const openIt = (person: Person, id: number): Promise<Answer> =>
  sales.request('POST', `/data-exports/${id}/openings`, { token: person.token });
async function linkTo(person: Person, id: number): Promise<URL> {
  await setProof(sales, person, 'fresh');
  const { status, data, text } = await openIt(person, id);
  expect(status, text).toBe(200);
  return new URL(data.url, 'http://praca');
}
const privacy = async (person: Person) =>
  (await sales.request('GET', '/privacy', { token: person.token })).data;
const fetchLink = (link: URL, who: Person) =>
  sales.app.inject({
    method: 'GET',
    url: link.pathname + link.search,
    headers: { authorization: `Bearer ${who.token}` },
  });

async function exportOf(person: Person): Promise<Map<string, Buffer>> {
  await setProof(sales, person, 'fresh');
  const asked = await ask(person);
  expect(asked.status, asked.text).toBe(202);
  await sales.drain();
  const link = await linkTo(person, asked.data.id);
  return unzip((await fetchLink(link, person)).rawPayload);
}

/** An archive of so many empty files, in its pieces. */
function archive(count: number): Promise<Buffer[]> {
  const entries = Array.from({ length: count }, () => ({
    name: 'a',
    content: Buffer.alloc(0),
    deflate: false,
  }));
  return Readable.from(zip(Readable.from(entries))).toArray();
}
