import { generateCpf } from '@brazilian-utils/brazilian-utils';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { documentsOf } from '#test/accounts/documents.ts';
import type { Person } from '#test/accounts/people.ts';
import { hostilePdfs } from '#test/files/pdfs.ts';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';

let market: Market;
let documents: ReturnType<typeof documentsOf>;
let support: Person;
let other: Person;
beforeAll(async () => {
  market = await createMarket();
  documents = documentsOf(market);
  support = await market.user({ role: 'support' });
  other = await market.user({ role: 'admin' });
});
// Stays below the hourly limits, which are tested elsewhere.
beforeEach(async () => void (await sql`delete from attempts`.execute(market.ctx.db)));
afterAll(() => market.close());

const person = () => market.user({ level: 'N2' });
/** Documents that wait, as the dashboard counts them. */
const counted = async (): Promise<number> => {
  const { data } = await market.request('GET', '/staff/queues', { token: support.token });
  return data.items.find(({ queue }: { queue: string }) => queue === 'document_checks').count;
};
const profileOf = async ({ username }: Person) =>
  (await market.request('GET', `/public/profiles/${username}`)).data;

test('one person of the team approves documents for N2, and the profile shows it (§4.14)', async () => {
  const ana = await person();
  expect(await documents.own(ana)).toMatchObject({ check: null, approved: null, maySend: true, needs: null });
  expect((await profileOf(ana)).documentsApproved).toBe(false);
  const id = await documents.sent(ana);
  expect(await documents.own(ana)).toMatchObject({ check: { state: 'sent' }, maySend: false });
  const opened = await documents.open(support, id);
  expect([opened.status, opened.data]).toMatchObject([
    200,
    {
      fullName: 'Ana Souza',
      document: ana.cpf,
      bornOn: '1990-01-31',
      heldElsewhere: false,
      sentElsewhere: false,
    },
  ]);
  expect(await documents.own(ana)).toMatchObject({ check: { state: 'in_review' } });
  expect((await documents.decide(support, id)).data).toMatchObject({ state: 'approved' });
  expect(await documents.own(ana)).toMatchObject({
    check: { state: 'approved', note: null },
    approved: { level: 'N2' },
  });
  expect(await profileOf(ana)).toMatchObject({ documentsApproved: true, documentProven: true });
});

describe('files', () => {
  test('are encrypted where they are stored, and served as they were checked only while they wait', async () => {
    const ana = await person();
    const id = await documents.sent(ana);
    const { data } = await documents.open(support, id);
    const [front] = data.files as [{ url: string; isPicture: boolean }];
    const get = (url: string, token?: string) =>
      market.request('GET', `//${url.slice(1)}`, { ...(token && { token }) });
    expect((await get(front.url)).status).toBe(404);
    const { rows } = await sql<{ key: string; bytes: number }>`
      select key, bytes from document_files where check_id = ${id}`.execute(market.ctx.db);
    for (const { key } of rows) {
      const pieces = [];
      for await (const piece of (await market.ctx.files.read(key))!) pieces.push(piece as Buffer);
      const stored = Buffer.concat(pieces).toString('latin1');
      expect(stored.startsWith('%PDF-') || stored.startsWith('RIFF')).toBe(false);
    }
  });

  test.each(Object.entries(hostilePdfs).slice(0, 3))('%s is refused', async (_name, bytes) => {
    const { status, body } = await documents.upload(await person(), 'front', bytes, 'application/pdf');
    expect([status, body.code]).toEqual([422, 'unsafe_file']);
  });

  test('a selfie is a picture, and a text is no document', async () => {
    const ana = await person();
    const selfie = await documents.upload(ana, 'selfie', Buffer.from('%PDF-1.4\n%%EOF'), 'application/pdf');
    expect([selfie.status, selfie.body.detail]).toEqual([
      415,
      'A selfie é uma foto. Envie uma imagem JPG ou PNG.',
    ]);
    const text = await documents.upload(ana, 'front', Buffer.from('um texto'), 'image/jpeg');
    expect([text.status, text.body.code]).toEqual([415, 'unsupported_media']);
  });

  test('of another person, of another part or sent before are not found (T138)', async () => {
    const [ana, bia] = [await person(), await person()];
    const frontId = await documents.fileOf(ana, 'front');
    expect((await documents.trySending(bia, { frontId })).status).toBe(404);
    expect((await documents.trySending(bia, { frontId: await documents.fileOf(bia, 'back') })).status).toBe(
      404,
    );
    const id = await documents.sent(ana, { frontId });
    await documents.refuse(support, id, 'unreadable');
    expect((await documents.trySending(ana, { frontId })).status).toBe(404);
    const { rows } = await sql`select from document_checks where user_id = ${bia.id}`.execute(market.ctx.db);
    expect(rows).toHaveLength(0);
  });
});

test.each([
  ['without the verso of an RG', { kind: 'rg' }, 'backId'],
  ['without a selfie', { selfieId: undefined }, 'selfieId'],
  ['of a company by a person', { kind: 'company' }, 'kind'],
  ['that ended', { expiresOn: '2020-01-01' }, 'expiresOn'],
  ['with a day that is none', { expiresOn: '2030-02-30' }, 'expiresOn'],
  ['without the day of its end', { expiresOn: undefined }, 'expiresOn'],
])('documents %s are refused at their field', async (_what, change, field) => {
  const { status, body } = await documents.trySending(await person(), change);
  expect([status, Object.keys(body.errors)]).toEqual([400, [field]]);
});

test('e-mail and phone come first, and then name and number that the account does not declare', async () => {
  const newcomer = await market.user({ level: 'N0' });
  const unproven = await documents.trySending(newcomer);
  expect([unproven.status, unproven.body.meta]).toEqual([422, { needs: 'phone' }]);
  const ana = await market.user({ level: 'N1' });
  const untyped = await documents.trySending(ana);
  expect(Object.keys(untyped.body.errors)).toEqual(['fullName', 'birthDate', 'document']);
  const cpf = generateCpf();
  const id = await documents.sent(ana, { fullName: 'Ana Lima', birthDate: '1991-05-02', document: cpf });
  await documents.decide(support, id);
  const { data } = await market.request('GET', '/account', { token: ana.token });
  expect(data).toMatchObject({ level: 'N2', fullName: 'Ana Lima', documentProven: true });
});

test('a second sending waits for the decision about the first', async () => {
  const ana = await person();
  const id = await documents.sent(ana);
  const again = await documents.trySending(ana);
  expect([again.status, again.body.code]).toEqual([409, 'wrong_state']);
  await documents.refuse(support, id, 'unreadable');
  expect(await documents.own(ana)).toMatchObject({
    check: { state: 'refused', refusal: 'unreadable' },
    maySend: true,
  });
  await documents.sent(ana);
});

describe('a decision', () => {
  test('of N3 needs two different people, also in PostgreSQL (§4.14)', async () => {
    const ana = await person();
    const id = await documents.sent(ana, { level: 'N3' });
    expect((await documents.decide(support, id)).data).toMatchObject({
      state: 'in_review',
      isFirstMine: true,
    });
    const twice = await documents.decide(support, id);
    expect([twice.status, twice.body.code]).toEqual([409, 'wrong_state']);
    const alone = sql`update document_checks set state = 'approved', decided_by = ${support.id},
      decided_at = market_now(), valid_until = '2099-01-01' where id = ${id}`.execute(market.ctx.db);
    await expect(alone).rejects.toThrow('document_checks_eyes');
    expect((await documents.decide(other, id)).data).toMatchObject({ state: 'approved' });
  });

  test('of two people is appealed to a third: not to who approved before the refusal (N04)', async () => {
    const ana = await person();
    const id = await documents.sent(ana, { level: 'N3' });
    await documents.decide(support, id);
    await documents.refuse(other, id, 'altered');
    const { data } = await market.request('GET', '/decisions', { token: ana.token });
    const appeal = await market.request('POST', `/decisions/${data.items[0].id}/appeal`, {
      token: ana.token,
      key: true,
      body: { words: 'O documento é o original, e a foto mostra isso.' },
    });
    expect(appeal.status, appeal.text).toBe(201);
    const decide = async (who: Person) =>
      market.request('POST', `/staff/appeals/${appeal.data.id}/decision`, {
        token: who.token,
        key: true,
        body: { decision: 'overturn', reason: 'A foto está legível e o documento confere.' },
      });
    for (const who of [support, other]) expect((await decide(who)).body.code).toBe('own_decision');
    expect((await decide(await market.user({ role: 'support' }))).status).toBe(200);
  });

  test('is made once, and shows nothing afterwards', async () => {
    const id = await documents.sent(await person());
    const waiting = await counted();
    const answers = await Promise.all([
      documents.decide(support, id),
      documents.decide(other, id),
      documents.refuse(support, id, 'altered'),
      documents.refuse(other, id, 'altered'),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    expect((await documents.open(support, id)).body.code).toBe('already_decided');
    expect(await counted()).toBe(waiting - 1);
  });

  test('about own documents is another person’s, and a refusal has a reason', async () => {
    const id = await documents.sent(support);
    expect((await documents.open(support, id)).body.code).toBe('own_decision');
    expect((await documents.decide(support, id)).body.code).toBe('own_decision');
    const without = await documents.decide(other, id, { decision: 'refuse' });
    expect([without.status, Object.keys(without.body.errors)]).toEqual([400, ['refusal']]);
    const unused = await documents.refuse(other, id, 'in_use');
    expect(unused.body.errors.refusal).toBe('Nenhuma outra conta confirmou este documento.');
    await documents.refuse(other, id, 'incomplete');
  });

  test('and every opening is in the audit log (T110)', async () => {
    const ana = await person();
    const id = await documents.sent(ana);
    await documents.open(support, id);
    await documents.open(other, id);
    await documents.decide(other, id);
    const { data } = await market.request('GET', `/staff/audit-log?subject=user&subjectId=${ana.id}`, {
      token: other.token,
    });
    expect(data.items.map(({ kind }: { kind: string }) => kind)).toEqual([
      'account.documents_approved',
      'account.documents_opened',
      'account.documents_opened',
    ]);
  });
});

test('an approval can be withdrawn with a reason, which ends the badge, the proof and N3', async () => {
  const ana = await person();
  const id = await documents.approved(ana, [support, other], { level: 'N3' });
  await sql`update users set level_granted_at = market_now() where id = ${ana.id}`.execute(market.ctx.db);
  expect((await documents.revoke(support, id)).data).toMatchObject({ state: 'revoked' });
  expect((await documents.revoke(support, id)).body.code).toBe('wrong_state');
  expect(await documents.own(ana)).toMatchObject({
    check: { state: 'revoked', revocation: 'O órgão emissor informou que o documento foi cancelado.' },
    approved: null,
    maySend: true,
  });
  expect(await profileOf(ana)).toMatchObject({ documentsApproved: false, documentProven: false });
  const { data } = await market.request('GET', '/account', { token: ana.token });
  expect(data.level).toBe('N2');
});

test('N3 is granted only with documents of two people, also in PostgreSQL, where the rules ask for it', async () => {
  const { rows } = await sql<{ rules: { documents: object; verification: object } }>`
    select rules from rule_versions order by id desc limit 1`.execute(market.ctx.db);
  const before = rows[0]!.rules;
  await market.setRules({
    documents: { ...before.documents, neededFrom: 'N3' } as never,
    verification: { ...before.verification, grantSales: 0 } as never,
  });
  await sql`select pg_sleep(1.1)`.execute(market.ctx.db);
  const ana = await person();
  const grant = () =>
    market.request('PUT', `/staff/users/${ana.id}/level`, {
      token: other.token,
      body: { granted: true, reason: 'Conta de luz de outubro no endereço.' },
    });
  const refused = await grant();
  expect([refused.status, refused.body.detail]).toEqual([
    409,
    expect.stringContaining('documentos aprovados por duas pessoas'),
  ]);
  const forced = sql`update users set level_granted_at = market_now() where id = ${ana.id}`.execute(
    market.ctx.db,
  );
  await expect(forced).rejects.toThrow('no approved documents');
  await documents.approved(ana, [support, other], { level: 'N3' });
  expect((await grant()).data).toEqual({ id: ana.id, level: 'N3' });
  await market.setRules({ documents: before.documents as never, verification: before.verification as never });
});
