import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transitionsOf } from '#domain/machine.ts';
import { defaultReportRules, reportMachine } from '#domain/community/reports.ts';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import type { Person } from '#test/accounts/people.ts';

let market: Market;
beforeAll(async () => {
  market = await createMarket();
});
afterAll(() => market.close());

let addresses = 0;
const newAddress = () => `10.7.${++addresses >> 8}.${addresses & 255}`;

const report = (who: Person, target: string, id: number | string, extra: object = {}, ip = newAddress()) =>
  market.request('POST', '/reports', {
    token: who.token,
    key: true,
    ip,
    body: { target, id: String(id), reason: 'fraud', ...extra },
  });
const decide = (who: Person, id: number, decision: string, note = 'Conferimos e agimos.') =>
  market.request('POST', `/staff/reports/${id}/decision`, {
    token: who.token,
    key: true,
    body: { decision, note },
  });
const queue = (who: Person, query = '') =>
  market.request('GET', `/staff/reports${query}`, { token: who.token });

test('a report gets a protocol number at once and is visible only to its author', async () => {
  const { id } = await market.publishedListing();
  const who = await market.user();
  const made = await report(who, 'listing', id, { text: 'Pede para pagar por fora.' });
  expect(made).toMatchObject({
    status: 201,
    data: {
      protocol: expect.stringMatching(/^D-[0-9A-Z]{4}-[0-9A-Z]{4}$/),
      state: 'open',
      target: 'listing',
      reason: 'fraud',
      text: 'Pede para pagar por fora.',
    },
  });
  const list = async (one: Person) =>
    (await market.request('GET', '/reports', { token: one.token })).data.items;
  expect(await list(who)).toEqual([made.data]);
  expect(await list(await market.user())).toEqual([]);
});

test('the database allows the same transitions as the machine', async () => {
  const { rows } = await sql`select event, actor, from_state as "from", to_state as "to" from case_transitions
    where noun = 'report' order by event`.execute(market.ctx.db);
  expect(rows).toEqual(transitionsOf(reportMachine).toSorted((a, b) => a.event.localeCompare(b.event)));
});

test('a person has one open report of a thing, even with twenty parallel calls', async () => {
  const { id } = await market.publishedListing();
  const who = await market.user();
  const answers = await Promise.all(Array.from({ length: 20 }, () => report(who, 'listing', id)));
  const made = answers.filter(({ status }) => status === 201);
  expect(made).toHaveLength(1);
  const refused = answers.filter(({ body }) => body.code === 'already_reported');
  expect(refused).toHaveLength(19);
  expect(refused[0]!.body.detail).toContain(made[0]!.data.protocol);
});

test('own things, invisible things and an unconfirmed address are refused', async () => {
  const { id, seller } = await market.publishedListing();
  const who = await market.user();
  expect((await report(seller, 'listing', id)).body.code).toBe('forbidden');
  expect((await report(who, 'user', who.username)).body.code).toBe('forbidden');
  expect((await report(who, 'listing', (await market.draft()).id)).status).toBe(404);
  expect((await report(who, 'user', 'ninguem_aqui')).status).toBe(404);
  expect((await report(who, 'question', 999_999)).status).toBe(404);
  expect((await report(who, 'question', 'abc')).status).toBe(404);
  expect((await report(await market.user({ verified: false }), 'listing', id)).body.code).toBe(
    'email_not_verified',
  );
  expect((await report(who, 'listing', id, { reason: 'porque sim' })).body).toMatchObject({
    status: 400,
    errors: { reason: 'Escolha o motivo.' },
  });
  expect((await report(who, 'listing', id, { text: 'x'.repeat(1001) })).status).toBe(400);
});

test('a person may make a limited number of reports a day, even in parallel', async () => {
  await market.setRules({ reports: { ...defaultReportRules, maxPerDay: 3 } });
  const who = await market.user();
  const people = await Promise.all(Array.from({ length: 20 }, () => market.user()));
  const answers = await Promise.all(people.map(({ username }) => report(who, 'user', username)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  expect(answers.filter(({ body }) => body.code === 'too_many_requests')).toHaveLength(17);
  await market.setRules({ reports: defaultReportRules });
});

/** A listing that three people reported, and the report that staff decide. */
async function reported(options?: Parameters<typeof market.publishedListing>[0]) {
  const listing = await market.publishedListing(options);
  for (let each = 0; each < 3; each++) await report(await market.user(), 'listing', listing.id);
  return { ...listing, row: await reportOf(await market.user({ role: 'support' }), listing.id) };
}

/** The report about a listing in the queue. Ratings and people have separate ids. */
async function reportOf(staff: Person, listingId: number) {
  const { items } = (await queue(staff)).data;
  return items.find(
    ({ target }: { target: { kind: string; id: number } }) =>
      target.kind === 'listing' && target.id === listingId,
  );
}

async function ownListing({ id, seller }: { id: number; seller: Person }) {
  return (await market.request('GET', `/listings/${id}`, { token: seller.token })).data;
}

async function newestNotice(who: Person) {
  await market.drain();
  return (await market.request('GET', '/notifications', { token: who.token })).data.items[0];
}

test('three independent reports suspend a listing once; three of one network do not (L09)', async () => {
  const staff = await market.user({ role: 'support' });
  const { id, slug, seller } = await market.publishedListing();
  const flagged = async () =>
    (
      await sql<{ n: number }>`select count(*)::int as n from events where kind = 'listing.flagged'
      and subject_id = ${id}`.execute(market.ctx.db)
    ).rows[0]!.n;
  // Three accounts of one network count as one.
  for (let each = 0; each < 3; each++) await report(await market.user(), 'listing', id, {}, '10.8.0.1');
  expect(await flagged()).toBe(0);
  expect((await market.request('GET', `/public/listings/${slug}`)).data.state).toBe('published');
  const people = await Promise.all(Array.from({ length: 20 }, () => market.user()));
  const answers = await Promise.all(people.map((who) => report(who, 'listing', id)));
  // A suspended listing cannot be reported.
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
  expect(answers.filter(({ status }) => status === 404)).toHaveLength(18);
  expect(await flagged()).toBe(1);
  expect((await ownListing({ id, seller })).state).toBe('suspended');
  const first = (await queue(staff)).data.items[0];
  expect(first).toMatchObject({ flagged: true, independent: 3, target: { kind: 'listing', id } });
  expect(await newestNotice(seller)).toMatchObject({
    title: 'Anúncio suspenso',
    description: expect.stringContaining('Várias pessoas denunciaram este anúncio.'),
  });
});

test('a listing whose reports are dismissed goes back on sale, and its seller is notified', async () => {
  const { id, slug, seller, row } = await reported();
  expect((await ownListing({ id, seller })).reviewNote).toContain('denunciaram');
  const staff = await market.user({ role: 'support' });
  expect((await decide(staff, row.id, 'dismiss', 'Está dentro das regras.')).status).toBe(200);
  expect(await ownListing({ id, seller })).toMatchObject({ state: 'published', reviewNote: null });
  expect((await market.request('GET', `/public/listings/${slug}`)).data.state).toBe('published');
  expect((await newestNotice(seller)).title).toBe('Anúncio de volta ao ar');
});

test('only an administrator puts a listing of a risky category back on sale (§4.15)', async () => {
  const categoryId = await market.category({ riskClass: 'risky' });
  const { id, seller, row } = await reported({ categoryId });
  const [staff, admin] = [await market.user({ role: 'support' }), await market.user({ role: 'admin' })];
  const markFor = async ({ token }: Person) => {
    const { data } = await market.request('GET', '/staff/reports', { token });
    return data.items.find((one: { id: number }) => one.id === row.id).onlyAdminBecause;
  };
  expect(await markFor(staff)).toContain('Um administrador decide');
  expect(await markFor(admin)).toBeNull();
  const refused = await decide(staff, row.id, 'dismiss', 'Está dentro das regras.');
  expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
  expect(refused.body.detail).toContain('Um administrador decide');
  expect((await ownListing({ id, seller })).state).toBe('suspended');
  expect((await decide(admin, row.id, 'dismiss', 'Está dentro das regras.')).status).toBe(200);
  expect((await ownListing({ id, seller })).state).toBe('published');
});

test('a listing without stock goes back as sold out when its reports are dismissed', async () => {
  const { id, seller, row } = await reported();
  await sql`update listings set stock = 0 where id = ${id}`.execute(market.ctx.db);
  const staff = await market.user({ role: 'support' });
  expect((await decide(staff, row.id, 'dismiss', 'Está dentro das regras.')).status).toBe(200);
  expect(await ownListing({ id, seller })).toMatchObject({ state: 'sold_out', reviewNote: null });
  expect((await newestNotice(seller)).title).toBe('Anúncio liberado');
});

test('a listing whose reports are upheld stays suspended until staff decide about it', async () => {
  const { id, seller, row } = await reported();
  const staff = await market.user({ role: 'support' });
  expect((await decide(staff, row.id, 'uphold', 'É um item proibido.')).status).toBe(200);
  expect(await ownListing({ id, seller })).toMatchObject({
    state: 'suspended',
    reviewNote: expect.stringContaining('recorra em Conta, Decisões'),
  });
  expect((await newestNotice(seller)).description).toContain('continua fora do ar');
});

test('a listing that staff had suspended before stays suspended after a dismissed report', async () => {
  const { id, seller } = await market.publishedListing();
  await report(await market.user(), 'listing', id);
  const staff = await market.user({ role: 'support' });
  const body = { action: 'suspend', reason: 'Falta a nota do item.' };
  await market.request('POST', `/staff/listings/${id}/moderation`, { token: staff.token, key: true, body });
  const row = await reportOf(staff, id);
  expect((await decide(staff, row.id, 'dismiss', 'Está dentro das regras.')).status).toBe(200);
  expect(await ownListing({ id, seller })).toMatchObject({ state: 'suspended', reviewNote: body.reason });
});

test('staff decide about a thing once, and everyone who reported it is notified (F14)', async () => {
  const staff = await Promise.all(Array.from({ length: 20 }, () => market.user({ role: 'support' })));
  const { id, seller } = await market.publishedListing();
  const [one, two] = [await market.user(), await market.user()];
  const made = await report(one, 'listing', id);
  await report(two, 'listing', id);
  const row = (await queue(staff[0]!)).data.items.find(
    ({ protocol }: { protocol: string }) => protocol === made.data.protocol,
  );
  const answers = await Promise.all(
    staff.map((who) => decide(who, row.id, 'dismiss', 'Está dentro das regras.')),
  );
  expect(answers.filter(({ status }) => status === 200).map(({ data }) => data)).toEqual([
    { state: 'dismissed', decided: 2 },
  ]);
  expect(answers.filter(({ body }) => body.code === 'already_decided')).toHaveLength(19);
  await market.drain();
  for (const who of [one, two]) {
    const { data } = await market.request('GET', '/notifications', { token: who.token });
    expect(data.items).toMatchObject([
      {
        title: 'Sua denúncia foi conferida',
        description: expect.stringContaining('Está dentro das regras.'),
      },
    ]);
    const own = await market.request('GET', '/reports', { token: who.token });
    expect(own.data.items).toMatchObject([{ state: 'dismissed', note: 'Está dentro das regras.' }]);
  }
  const { data } = await market.request('GET', '/notifications', { token: seller.token });
  expect(JSON.stringify(data.items)).not.toContain('denúncia');
  const { rows } =
    await sql`select network from reports where target_id = ${id} and network is not null`.execute(
      market.ctx.db,
    );
  expect(rows).toEqual([]);
  // After the decision, the same person may report it again.
  expect((await report(one, 'listing', id)).status).toBe(201);
  expect((await queue(staff[0]!, '?state=dismissed')).data.items[0]).toMatchObject({
    decidedBy: expect.any(String),
  });
});

test('its reporters and its owner cannot decide, and a decision needs an explanation', async () => {
  const staff = await market.user({ role: 'support' });
  const { id } = await market.publishedListing();
  await report(staff, 'listing', id);
  const row = await reportOf(staff, id);
  expect((await decide(staff, row.id, 'uphold')).body.code).toBe('own_decision');
  const other = await market.user({ role: 'support' });
  expect((await decide(other, row.id, 'uphold', ' ')).body).toMatchObject({
    errors: { note: expect.any(String) },
  });
  expect((await decide(other, 999_999, 'uphold')).status).toBe(404);
  const own = await market.publishedListing({ seller: other });
  await report(await market.user(), 'listing', own.id);
  const theirs = await reportOf(staff, own.id);
  expect((await decide(other, theirs.id, 'dismiss')).body.code).toBe('own_decision');
});

test('a question whose report is upheld is hidden with the decision', async () => {
  const staff = await market.user({ role: 'support' });
  const { id, slug, seller } = await market.publishedListing();
  const asked = await market.request('POST', `/listings/${id}/questions`, {
    token: (await market.user()).token,
    key: true,
    body: { text: 'Seu golpista de uma figa!' },
  });
  await report(seller, 'question', asked.data.id, { reason: 'offensive' });
  const row = (await queue(staff)).data.items.find(
    (each: { target: { kind: string } }) => each.target.kind === 'question',
  );
  expect(row.target).toMatchObject({ words: 'Seu golpista de uma figa!', path: `/anuncio/${slug}` });
  expect((await decide(staff, row.id, 'uphold')).status).toBe(200);
  expect((await market.request('GET', `/public/listings/${slug}`)).data.questions).toEqual([]);
});
