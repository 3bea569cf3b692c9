import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allEndpoints } from '#contract/all.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { addDays, saoPauloDay } from '#domain/business-days.ts';
import type { ErrorCode } from '#domain/errors.ts';
import { allRoutes } from '#server/process/app.ts';
import { openSession } from '#server/http/session.ts';
import { proveBirth } from '#server/accounts/ages/births.ts';
import { inTransaction, marketNow } from '#server/database/transaction.ts';
import { withoutRequestId } from '#test/http-request.ts';
import type { Person } from '#test/accounts/people.ts';
import { paymentProofsOf, createPaymentProofFile } from '#test/payments/payment-proofs.ts';
import { pdf } from '#test/orders/deliveries.ts';
import { filmOf } from '#test/files/videos.ts';
import { openSales } from '#test/orders/sales.ts';
import type { Placed, Sales } from '#test/orders/sales.ts';
import { withSecondFactor } from '#test/accounts/second-factor.ts';
import { returnsOf, wrong } from '#test/shipping/returns.ts';
import { openSupport } from '#test/tickets/support.ts';

/**
 * Who is turned away where, and by which words. The table is computed from what each endpoint says of itself, so a new
 * endpoint is included automatically and no caller is admitted or refused by accident.
 */
const served = allEndpoints.filter((endpoint) => allRoutes.some((route) => route.endpoint === endpoint));
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

interface Actor {
  name: string;
  role: 'none' | 'user' | 'support' | 'admin';
  session: 'none' | 'revoked' | 'pending' | 'active';
  factor: boolean;
  proof: 'fresh' | 'stale';
  suspended: boolean;
}

const person = { role: 'user', session: 'active', factor: false, proof: 'fresh', suspended: false } as const;
const staff = { ...person, factor: true } as const;
const actors: readonly Actor[] = [
  { ...person, name: 'nobody', role: 'none', session: 'none' },
  { ...person, name: 'a signed-out person', session: 'revoked' },
  { ...person, name: 'a person without the second step', factor: true, session: 'pending' },
  { ...person, name: 'an admin without the second step', role: 'admin', factor: true, session: 'pending' },
  { ...person, name: 'a person' },
  { ...person, name: 'a person whose proof is old', proof: 'stale' },
  { ...person, name: 'a person with a second factor shown long ago', factor: true, proof: 'stale' },
  { ...person, name: 'a suspended person', suspended: true },
  { ...staff, name: 'support', role: 'support' },
  { ...staff, name: 'an admin', role: 'admin' },
  { ...staff, name: 'an admin whose proof is old', role: 'admin', proof: 'stale' },
  { ...staff, name: 'an admin without a second factor', role: 'admin', factor: false },
];

/** The refusal of the access check, or null when it passes. */
function expected(endpoint: Endpoint, actor: Actor): ErrorCode | null {
  const { auth, pending, proof, standing } = endpoint;
  const signedIn = actor.session === 'pending' || actor.session === 'active';
  if (auth === 'webhook') return 'webhook_signature';
  if (auth === 'simulator') return null;
  if (auth === 'phone') return 'link_expired';
  if (actor.session === 'pending' && !pending) return 'two_factor_pending';
  if (auth === 'public') return null;
  if (!signedIn) return 'unauthenticated';
  if (auth === 'staff' && actor.role === 'user') return 'forbidden';
  if (standing === 'good' && actor.suspended) return 'account_suspended';
  if ((auth === 'staff' || proof === 'second_factor') && !actor.factor) return 'second_factor_required';
  if (proof !== 'none' && actor.proof === 'stale') return 'step_up_required';
  return null;
}

/** Error codes that only the access check gives. */
const doorCodes: readonly ErrorCode[] = [
  'unauthenticated',
  'two_factor_pending',
  'account_suspended',
  'second_factor_required',
  'step_up_required',
];

let sales: Sales;
const people = new Map<string, Person>();
let calls = 0;

beforeAll(async () => {
  sales = await openSales();
  for (const actor of actors) {
    if (actor.role === 'none') continue;
    people.set(actor.name, await sales.user({ role: actor.role }));
  }
});
afterAll(() => sales.close());

/** A token as this actor would hold it now, whatever earlier calls did to the account. */
async function tokenOf(actor: Actor): Promise<string | undefined> {
  const one = people.get(actor.name);
  if (!one) return undefined;
  const { db } = sales;
  const { session, factor, proof, suspended } = actor;
  const token = await openSession(db, {
    userId: one.id,
    ip: '127.0.0.1',
    userAgent: 'vitest',
    state: session === 'pending' ? 'pending' : 'active',
  });
  if (factor) await withSecondFactor(sales, one);
  else {
    await sql`delete from passkeys where user_id = ${one.id}`.execute(db);
    await sql`delete from totp_secrets where user_id = ${one.id}`.execute(db);
  }
  if (proof === 'stale')
    await sql`update sessions set proved_at = proved_at - interval '1 hour',
      second_factor_at = second_factor_at - interval '1 hour' where user_id = ${one.id}`.execute(db);
  if (session === 'pending')
    await sql`update sessions set proved_at = null, second_factor_at = null where user_id = ${one.id}`.execute(
      db,
    );
  if (suspended)
    await sql`update users set state = 'suspended', suspended_until = market_now() + interval '9 days'
      where id = ${one.id}`.execute(db);
  if (session === 'revoked') await sql`delete from sessions where user_id = ${one.id}`.execute(db);
  return token;
}

/** A path whose objects don't exist. */
const absent: Record<string, string> = {
  id: '999999',
  codeId: '999999',
  clientId: '00000000-0000-4000-8000-000000000001',
  revisionId: '999999',
  proposalId: '999999',
  requestId: '999999',
  fileId: '999999',
  hash: 'x'.repeat(27),
  provider: 'nada',
  table: 'nada',
};
const pathOf = (endpoint: Endpoint, params: Record<string, string | number>) =>
  endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? 'nada'));

/** Only a bank we know is asked for its signature. */
const bankOr = ({ auth }: Endpoint) => (auth === 'webhook' ? { provider: 'simulator' } : absent);

/** Every call from an address of its own, so that limits stay out of it. */
function call(endpoint: Endpoint, path: string, token?: string, body: object = {}) {
  calls++;
  return sales.request(endpoint.method, path, {
    token,
    key: true,
    ip: `10.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}`,
    ...(endpoint.method !== 'GET' && endpoint.method !== 'DELETE' && !endpoint.binary && { body }),
    ...fileFor(endpoint),
  });
}

const files: readonly (readonly [type: string, body: Buffer])[] = [
  ['text/plain', Buffer.from('Uma prova.')],
  ['application/pdf', pdf],
  ['video/mp4', filmOf('mp4')],
];

/** Bytes of a type that the call takes. */
function fileFor({ binary }: Endpoint): { body?: Buffer; headers?: Record<string, string> } {
  const fitting = files.find(([type]) => binary?.types.includes(type));
  return fitting ? { body: fitting[1], headers: { 'content-type': fitting[0] } } : {};
}

describe.each(actors)('$name', (actor) => {
  test.each(served.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    'at %s (T44, T58, T59)',
    async (_name, endpoint) => {
      const answer = await call(endpoint, pathOf(endpoint, bankOr(endpoint)), await tokenOf(actor));
      const refusal = expected(endpoint, actor);
      expect(answer.status, answer.text).toBeLessThan(500);
      if (refusal) expect(answer.body.code).toBe(refusal);
      else expect(doorCodes).not.toContain(answer.body?.code);
    },
  );
});

test('every served endpoint was called by every actor', () => {
  expect(served).toHaveLength(allRoutes.length);
  expect(calls).toBeGreaterThanOrEqual(served.length * actors.length);
});

/** Paths whose object is everybody's to see or staff's to decide, or which name no object at all. */
const shared: Record<string, string> = {
  'GET /public/usernames/{username}': 'public',
  'GET /reads': 'each of its reads is authorized alone',
  'GET /public/profiles/{username}': 'public',
  'GET /public/listings/{slug}': 'public',
  'GET /public/pages/{slug}': 'public',
  'PUT /public/listings/{id}/visit': 'public, and silent about what is not on sale',
  'POST /public/listings/{id}/freight-quotes': 'public',
  'PUT /terms-acceptances/{version}': 'only ever one’s own answer to a text for all',
  'POST /listings/{id}/questions': 'anybody may ask about a listing on sale',
  'GET /public/postal-codes/{postalCode}': 'public',
  'GET /public/closings/{day}': 'public',
  'PUT /favorites/{id}': 'anybody may keep a listing on sale',
  'DELETE /favorites/{id}': 'only ever one’s own heart',
  'GET /awaited-listings/{id}': 'only ever one’s own alert',
  'PUT /awaited-listings/{id}': 'anybody may create an alert for a listing',
  'DELETE /awaited-listings/{id}': 'only ever one’s own alert',
  'GET /follows/{username}': 'only ever one’s own',
  'PUT /follows/{username}': 'anybody may follow a seller',
  'DELETE /follows/{username}': 'only ever one’s own',
  'PUT /question-blocks/{username}': 'only people who asked this seller before',
  'DELETE /question-blocks/{username}': 'only ever one’s own',
  'GET /public/listings/{slug}/questions': 'public',
  'GET /public/listings/{slug}/ratings': 'public',
  'GET /public/profiles/{username}/ratings': 'public',
  'GET /orders/{hash}': 'the link shows strangers a redacted page (T57)',
  'GET /orders/{hash}/listing': 'both sides and staff; bought-listing.test.ts refuses strangers',
  'GET /held-money/{account}': 'only ever one’s own',
  'GET /public/receipts/{receipt}': 'anyone who has the code of the receipt',
  'POST /webhooks/{provider}': 'signed',
  'POST /webhooks/shipping/{provider}': 'signed',
  'POST /webhooks/{provider}/payouts': 'signed',
};

interface Own {
  params: Record<string, string | number>;
  body?: object;
  owner: Person;
}

/** Documents that were refused because another account has them. */
async function refusedDocuments(): Promise<Own> {
  const owner = await sales.user();
  const { rows } = await sql<{ id: number }>`
    insert into document_checks (user_id, level, kind, full_name, document, born_on)
    values (${owner.id}, 'N2', 'rg', 'Ana Souza', ${owner.cpf}, '1990-01-31') returning id`.execute(sales.db);
  const { id } = rows[0]!;
  await sql`update document_checks set state = 'refused', refusal = 'in_use', decided_at = market_now()
    where id = ${id}`.execute(sales.db);
  return { owner, params: { id }, body: { words: 'Este documento é meu, e nunca tive outra conta.' } };
}

/** What belongs to one person, and a call that would work for them. */
async function objects(): Promise<Record<string, Own>> {
  const listing = await sales.publishedListing({ codes: sales.codes(3) });
  const { seller: owner } = listing;
  const { rows: codes } = await sql<{ id: number }>`
    select id from stock_units where listing_id = ${listing.id} order by id limit 1`.execute(sales.db);
  const own = { owner, params: { id: listing.id, codeId: codes[0]!.id } };
  // The listing above is removed on the way.
  const other = await sales.publishedListing({ seller: owner });
  const kept = { owner, params: { id: other.id } };
  const asker = await sales.user();
  const question = await sales.request('POST', `/listings/${listing.id}/questions`, {
    token: asker.token,
    key: true,
    body: { text: 'Este código vale para quem?' },
  });
  const sale = await sales.paid({ stock: 3 });
  const bought = { owner: sale.buyer, params: { hash: sale.hash } };
  const sold = { owner: sale.seller, params: { hash: sale.hash } };
  const rated = await sales.rated();
  const draft = await sales.draft({ seller: owner });
  const drafted = { owner, params: { id: draft.id } };
  return {
    'GET /listings/{id}': own,
    'GET /listings/{id}/similar-prices': own,
    'PATCH /listings/{id}': { ...own, body: { priceCents: 900 } },
    'PUT /listings/{id}/pause': { ...own, body: { paused: true } },
    'POST /listings/{id}/photo-link': drafted,
    'GET /listings/{id}/photo-link': drafted,
    'DELETE /listings/{id}/photo-link': drafted,
    'POST /listings/{id}/submission': own,
    'POST /listings/{id}/codes': { ...own, body: { codes: ['OUTRO-CODIGO'] } },
    'GET /listings/{id}/codes': own,
    'POST /listings/{id}/copies': kept,
    'POST /listings/{id}/renewal': kept,
    'POST /listings/{id}/revisions': { ...kept, body: { title: 'Um título novo e bem comprido' } },
    'DELETE /listings/{id}/revisions/{revisionId}': await revisionOf(owner),
    'DELETE /listings/{id}/codes/{codeId}': own,
    'DELETE /listings/{id}': own,
    'PUT /questions/{id}/answer': {
      owner,
      params: { id: question.data.id },
      body: { answer: 'Para todos.' },
    },
    'DELETE /questions/{id}': { owner: asker, params: { id: question.data.id } },
    'POST /orders/{hash}/abandonment': bought,
    'POST /orders/{hash}/confirmation': bought,
    'POST /orders/{hash}/payment-check': bought,
    'POST /orders/{hash}/payments': { ...bought, body: { method: 'pix' } },
    'POST /orders/{hash}/reveal': bought,
    'PUT /orders/{hash}/securing/steps/{step}': {
      ...bought,
      params: { ...bought.params, step: 'password' },
      body: { done: true },
    },
    'POST /orders/{hash}/securing/end': { ...bought, body: { outcome: 'declined' } },
    'POST /orders/{hash}/label': sold,
    'POST /orders/{hash}/posting': { ...sold, body: { carrier: 'correios', trackingCode: null } },
    'POST /orders/{hash}/handover': { ...sold, body: { code: '123456' } },
    ...(await returned()),
    'POST /orders/{hash}/delivery-start': sold,
    'POST /orders/{hash}/delivery': { ...sold, body: { note: 'Enviei pelo correio às 10 h.' } },
    'POST /orders/{hash}/cancellation': { ...sold, body: { reason: 'no_stock' } },
    'POST /document-checks/{id}/claim': await refusedDocuments(),
    'POST /orders/{hash}/counting-contest': {
      ...sold,
      body: { words: 'A compradora pediu o cancelamento por mensagem.' },
    },
    'POST /orders/{hash}/withdrawal-of-purchase': bought,
    'POST /orders/{hash}/refunds': { ...sold, body: { amountCents: 100, note: 'Veio com um arranhão.' } },
    'POST /orders/{hash}/regret': { ...bought, body: { destination: 'original' } },
    'POST /orders/{hash}/cancellation-request': { ...bought, body: { note: 'Comprei por engano.' } },
    'POST /orders/{hash}/cancellation-request/answer': { ...sold, body: { decision: 'accept', note: '' } },
    'PUT /refunds/{id}/destination': await refundInReview(),
    'PUT /orders/{hash}/delivery-data': { ...bought, body: { text: 'Rua das Palmeiras, 40.' } },
    'PUT /orders/{hash}/invoice': { ...sold, body: { accessKey: '1'.repeat(50) } },
    'GET /orders/{hash}/messages': bought,
    'POST /orders/{hash}/dossiers': bought,
    'PUT /orders/{hash}/messages/{clientId}': {
      ...bought,
      params: { ...bought.params, clientId: '00000000-0000-4000-8000-000000000001' },
      body: { text: 'Bom dia.', fileIds: [], insist: false },
    },
    'PUT /orders/{hash}/reading': { ...bought, body: { upTo: 0 } },
    'GET /orders/{hash}/ratings': bought,
    'PUT /orders/{hash}/rating': { ...sold, body: { stars: 5, text: 'Pagou na hora.' } },
    'POST /ratings/{id}/reply': {
      owner: rated.seller,
      params: { id: rated.byBuyer },
      body: { text: 'Obrigada, volte sempre.' },
    },
    ...(await addresses()),
    ...(await vacations()),
    ...(await consents()),
    'PUT /notifications/{id}': { owner, params: { id: await noticeOf(owner) }, body: { read: 1 } },
    'POST /decisions/{id}/appeal': await decision(),
    'POST /withdrawals/{id}/cancellation': await withdrawal(),
    ...(await complaints()),
    ...(await proofs()),
    'POST /orders/{hash}/receipts': await byHand(),
    'POST /orders/{hash}/link': await renewable(),
    ...(await tickets()),
    ...(await keys()),
  };
}

/** One address; the calls run in the order of the contract, which deletes it. */
/** Requests of two minors to one guardian. */
async function consents(): Promise<Record<string, Own>> {
  const owner = await sales.user();
  const { rows } = await sql<{ bornOn: string }>`
    select (market_now() - interval '15 years')::date::text as "bornOn"`.execute(sales.db);
  const { bornOn } = rows[0]!;
  await inTransaction(sales.db, (tx) => proveBirth(tx, owner.id, '1980-01-01', 'document', null));
  const body = { guardian: owner.username, bornOn };
  for (const { token } of [await sales.user({ level: 'N1' }), await sales.user({ level: 'N1' })])
    await sales.request('POST', '/guardian-consents', { token, key: true, body });
  const { data } = await sales.request('GET', '/guardianship', { token: owner.token });
  const [first, second] = data.minors.map(({ id }: { id: number }) => ({ owner, params: { id } }));
  // A request would be over when the clock has moved; a consent stays, and its limit can be changed.
  const give = { bornOn, monthlyLimitCents: 10_000 };
  const given = await sales.request('PUT', `/guardian-consents/${first.params.id}`, {
    token: owner.token,
    body: give,
  });
  expect(given.status, given.text).toBe(200);
  return {
    'PUT /guardian-consents/{id}': { ...first, body: give },
    'DELETE /guardian-consents/{id}': second,
  };
}

/** A vacation that is planned, so that its owner can change and then cancel it. */
async function vacations(): Promise<Record<string, Own>> {
  const owner = await sales.user();
  const first = addDays(saoPauloDay(await marketNow(sales.db)), 100);
  const body = { startsOn: first, endsOn: addDays(first, 3) };
  const { data } = await sales.request('POST', '/vacations', { token: owner.token, key: true, body });
  const own = { owner, params: { id: data.id } };
  return { 'PUT /vacations/{id}': { ...own, body }, 'DELETE /vacations/{id}': own };
}

async function addresses(): Promise<Record<string, Own>> {
  const owner = await sales.user();
  const body = {
    label: 'Casa',
    recipient: 'Ivone Lara',
    phone: '91987654321',
    postalCode: '66010000',
    street: 'Avenida Presidente Vargas',
    number: '40',
    complement: '',
    district: 'Campina',
    city: 'Belém',
    state: 'PA',
  };
  const { data } = await sales.request('POST', '/addresses', { token: owner.token, key: true, body });
  const own = { owner, params: { id: data.id } };
  return {
    'PUT /addresses/{id}': { ...own, body },
    'PUT /addresses/{id}/default': { ...own, body: { use: 'sending' } },
    'DELETE /addresses/{id}': own,
  };
}

const said = { words: 'O código deu inválido em duas tentativas, mando as telas.' };

/** One in the talk and one before the team: their two sides have calls that nobody else has. */
async function complaints(): Promise<Record<string, Own>> {
  const talking = await complained();
  const { buyer, seller, id } = talking;
  const asBuyer = { owner: buyer, params: { id } };
  const asSeller = { owner: seller, params: { id } };
  const send = (who: Person, path: string, body: object) =>
    sales.request('POST', `/complaints/${id}/${path}`, { token: who.token, key: true, body });
  await send(seller, 'answer', said);
  await send(seller, 'proposals', { kind: 'full' });
  const file = await sales.request('POST', `/complaints/${id}/files?name=a.txt`, {
    token: buyer.token,
    body: Buffer.from('Uma prova.'),
    headers: { 'content-type': 'text/plain' },
  });
  const { data } = await sales.request('GET', `/orders/${talking.hash}/complaints`, { token: buyer.token });
  const proposalId = data.items[0].proposals[0].id;
  return {
    'GET /orders/{hash}/complaints': { owner: buyer, params: { hash: talking.hash } },
    'POST /orders/{hash}/complaints': {
      owner: buyer,
      params: { hash: talking.hash },
      body: { reason: 'late', wish: 'full', ...said },
    },
    'POST /complaints/{id}/answer': { ...asSeller, body: said },
    'POST /complaints/{id}/proposals': { ...asSeller, body: { kind: 'full' } },
    'POST /complaints/{id}/proposals/{proposalId}/answer': {
      owner: buyer,
      params: { id, proposalId },
      body: { answer: 'refuse' },
    },
    'POST /complaints/{id}/fulfilment': { ...asSeller, body: said },
    'POST /complaints/{id}/confirmation': asBuyer,
    'POST /complaints/{id}/mediation': asBuyer,
    'POST /complaints/{id}/requests/{requestId}/answer': await evidenceAsked(),
    'POST /complaints/{id}/appeal': { ...asSeller, body: { ground: 'error', ...said } },
    'POST /complaints/{id}/acceptance': asSeller,
    'POST /complaints/{id}/withdrawal': asBuyer,
    'POST /complaints/{id}/files': asBuyer,
    'POST /complaints/{id}/files/{fileId}/openings': { owner: seller, params: { id, fileId: file.data.id } },
  };
}

/** One that is being delivered with a proof and one that was. */
async function proofs(): Promise<Record<string, Own>> {
  const categoryId = await sales.category({ deliveryProof: 'file' });
  const delivering = await sales.paid({ categoryId });
  await sales.act(delivering, delivering.seller, 'delivery-start');
  const delivered = await sales.paid({ categoryId });
  await sales.act(delivered, delivered.seller, 'delivery-start');
  const sentUp = async ({ hash, seller }: Placed): Promise<number> => {
    const headers = { 'content-type': 'application/pdf' };
    const path = `/orders/${hash}/delivery-files`;
    return (await sales.request('POST', path, { token: seller.token, body: pdf, headers })).data.id;
  };
  const [waiting, shown] = [await sentUp(delivering), await sentUp(delivered)];
  await sales.act(delivered, delivered.seller, 'delivery', { note: said.words, fileIds: [shown] });
  const { seller: owner, hash } = delivering;
  return {
    'POST /orders/{hash}/delivery-files': { owner, params: { hash } },
    'POST /orders/{hash}/delivery-videos': { owner, params: { hash } },
    'POST /orders/{hash}/cancellation-files': { owner, params: { hash } },
    'DELETE /orders/{hash}/delivery-files/{fileId}': { owner, params: { hash, fileId: waiting } },
    'POST /orders/{hash}/delivery-files/{fileId}/openings': {
      owner: delivered.buyer,
      params: { hash: delivered.hash, fileId: shown },
    },
  };
}

async function complained(): Promise<{ id: number; hash: string; buyer: Person; seller: Person }> {
  const { hash, buyer, seller } = await sales.delivered();
  const { data } = await sales.request('POST', `/orders/${hash}/complaints`, {
    token: buyer.token,
    key: true,
    body: { reason: 'recovered', wish: 'full', ...said },
  });
  return { id: data.id, hash, buyer, seller };
}

async function evidenceAsked(): Promise<Own> {
  const { id, buyer } = await complained();
  await sales.request('POST', `/complaints/${id}/mediation`, { token: buyer.token, key: true });
  const { token } = await withSecondFactor(sales, await sales.user({ role: 'support' }));
  await sales.request('POST', `/staff/complaints/${id}/requests`, {
    token,
    key: true,
    body: { side: 'buyer', ...said },
  });
  const { rows } = await sql<{ id: number }>`
    select id from complaint_requests where complaint_id = ${id}`.execute(sales.db);
  return { owner: buyer, params: { id, requestId: rows[0]!.id }, body: said };
}

/** An order of its own: its link is another afterwards. */
async function renewable(): Promise<Own> {
  const { buyer: owner, hash } = await sales.placed();
  return { owner, params: { hash } };
}

async function byHand(): Promise<Own> {
  const receipts = paymentProofsOf(sales);
  const sale = await receipts.owed({ stock: 3 });
  const { data } = await receipts.upload(sale.buyer, await createPaymentProofFile());
  const paidAt = (await marketNow(sales.db)).toISOString();
  const { totalCents: amountCents, buyer: owner, hash } = sale;
  const body = { fileId: data.id, payerName: 'Ana Souza', bank: 'Banco Exemplo', paidAt, amountCents };
  return { owner, params: { hash }, body };
}

/** A picked up thing that its buyer regretted. */
async function returned(): Promise<Record<string, Own>> {
  const { shipping } = sales.ctx;
  const market = returnsOf(sales);
  Object.assign(sales.ctx, { shipping });
  const sale = await market.parcels.pickupPaid();
  const { code } = (await sales.view(sale, sale.buyer)).deal.pickup;
  await market.act(sale, sale.seller, 'handover', { code });
  await market.regret(sale);
  const bought = { owner: sale.buyer, params: { hash: sale.hash } };
  const sold = { owner: sale.seller, params: { hash: sale.hash } };
  return {
    'POST /orders/{hash}/return/posting': { ...bought, body: { carrier: 'correios', trackingCode: null } },
    'POST /orders/{hash}/return/handover': bought,
    'POST /orders/{hash}/return/cancellation': bought,
    'POST /orders/{hash}/return/label': bought,
    'POST /orders/{hash}/return/label-pdf': bought,
    'POST /orders/{hash}/return/contest': { ...sold, body: { words: wrong, fileIds: [] } },
    'POST /orders/{hash}/return/receipt': sold,
    'POST /orders/{hash}/return-files': sold,
  };
}

/** A decision of staff about a person (N04). */
async function decision(): Promise<Own> {
  const { id, seller: owner } = await sales.publishedListing();
  const { token } = await sales.user({ role: 'admin' });
  const body = { action: 'suspend', reason: 'Um motivo escrito em uma frase inteira.' };
  await sales.request('POST', `/staff/listings/${id}/moderation`, { token, key: true, body });
  const { data } = await sales.request('GET', '/decisions', { token: owner.token });
  const words = 'O anúncio não tem nada de errado.';
  return { owner, params: { id: data.items[0].id }, body: { words } };
}

async function tickets(): Promise<Record<string, Own>> {
  const owner = await sales.user();
  const support = openSupport(sales);
  const team = await sales.user({ role: 'support' });
  const ask = async () => (await support.ask(owner)).data.id;
  const [open, helpful, useless, rated] = [await ask(), await ask(), await ask(), await ask()];
  for (const id of [helpful, useless, rated]) await support.resolve(team, id);
  const clientId = '00000000-0000-4000-8000-000000000002';
  return {
    'GET /tickets/{id}': { owner, params: { id: open } },
    'PUT /tickets/{id}/messages/{clientId}': {
      owner,
      params: { id: open, clientId },
      body: { text: 'Mais uma coisa.', files: [] },
    },
    'PUT /tickets/{id}/read': { owner, params: { id: open }, body: { sequence: 1 } },
    'POST /tickets/{id}/confirmation': { owner, params: { id: helpful } },
    'PUT /tickets/{id}/rating': { owner, params: { id: rated }, body: { score: 5, comment: '' } },
    'POST /tickets/{id}/reopening': { owner, params: { id: useless } },
  };
}

async function revisionOf(owner: Person): Promise<Own> {
  const { id } = await sales.publishedListing({ seller: owner });
  const { data } = await sales.request('POST', `/listings/${id}/revisions`, {
    token: owner.token,
    key: true,
    body: { title: 'Um título novo e bem comprido' },
  });
  return { owner, params: { id, revisionId: data.revision.id } };
}

async function noticeOf({ id }: Person): Promise<number> {
  await sales.drain();
  const { rows } = await sql<{ id: number }>`
    select id from notifications where user_id = ${id} limit 1`.execute(sales.db);
  return rows[0]!.id;
}

async function refundInReview(): Promise<Own> {
  const sale = await sales.paid({ priceCents: 100_100 });
  await sales.act(sale, sale.seller, 'cancellation', { reason: 'no_stock' });
  const { rows } = await sql<{ id: number }>`
    select id from refunds where order_id = ${sale.id}`.execute(sales.db);
  return { owner: sale.buyer, params: { id: rows[0]!.id }, body: { destination: 'balance' } };
}

async function withdrawal(): Promise<Own> {
  const { seller: owner } = await sales.released();
  await sql`update users set full_name = 'Quem Vendeu', cpf = '11144477735', birth_date = '1990-01-01',
      identity_verified_at = now(), phone = '+5571912345678', phone_verified_at = now()
    where id = ${owner.id}`.execute(sales.db);
  await withSecondFactor(sales, owner);
  const { data } = await sales.request('GET', '/balances', { token: owner.token });
  const body = { amountCents: data.availableCents };
  const asked = await sales.request('POST', '/withdrawals', { token: owner.token, key: true, body });
  expect(asked.status, asked.text).toBe(201);
  return { owner, params: { id: asked.data.id } };
}

async function keys(): Promise<Record<string, Own>> {
  const owner = await sales.user();
  await openSession(sales.db, { userId: owner.id, ip: '127.0.0.1', userAgent: 'vitest' });
  const { rows: sessions } = await sql<{ id: number }>`
    select id from sessions where user_id = ${owner.id} order by id desc limit 1`.execute(sales.db);
  const { rows: passkeys } = await sql<{ id: number }>`
    insert into passkeys (user_id, credential_id, public_key, device_type, backed_up, name)
    values (${owner.id}, 'uma', 'x', 'singleDevice', false, 'Celular') returning id`.execute(sales.db);
  await withSecondFactor(sales, owner);
  const { issuer } = sales.ctx.identityProviders[0]!;
  await sql`insert into identities (issuer, subject, user_id) values (${issuer}, '1', ${owner.id})`.execute(
    sales.db,
  );
  const passkey = { owner, params: { id: passkeys[0]!.id } };
  const { rows: exports } = await sql<{ id: number }>`
    insert into data_exports (user_id, state, file_key, bytes, ready_at, expires_at)
    values (${owner.id}, 'ready', ${'k'.repeat(43)}, 1, market_now(), market_now() + interval '1 day')
    returning id`.execute(sales.db);
  return {
    'POST /data-exports/{id}/openings': { owner, params: { id: exports[0]!.id } },
    'DELETE /sessions/{id}': { owner, params: { id: sessions[0]!.id } },
    'PATCH /passkeys/{id}': { ...passkey, body: { name: 'Celular novo' } },
    'DELETE /passkeys/{id}': passkey,
    'DELETE /identities/{provider}': { owner, params: { provider: 'google' } },
  };
}

describe('resources that belong to one person', () => {
  let table: Record<string, Own>;
  const owned = served.filter(
    (each) => each.auth !== 'staff' && each.path.includes('{') && !(nameOf(each) in shared),
  );
  beforeAll(async () => {
    table = await objects();
  });

  test('are in the table', () => {
    expect(owned.map(nameOf).filter((name) => !(name in table))).toEqual([]);
  });

  test('answer others exactly like a missing resource, to the byte, staff included (T56)', async () => {
    const stranger = await sales.user();
    const admin = await withSecondFactor(sales, await sales.user({ role: 'admin' }));
    for (const { token } of [stranger, admin])
      for (const endpoint of owned) {
        const { params, body } = table[nameOf(endpoint)]!;
        const foreign = await call(endpoint, pathOf(endpoint, params), token, body);
        // A provider is the same for everybody; what differs is who linked it.
        const nowhere = 'provider' in params ? params : absent;
        const missing = await call(endpoint, pathOf(endpoint, nowhere), token, body);
        expect([nameOf(endpoint), foreign.status, foreign.text]).toEqual([
          nameOf(endpoint),
          404,
          expect.stringContaining('"code":"not_found"'),
        ]);
        expect(withoutRequestId(foreign)).toBe(withoutRequestId(missing));
      }
  });

  test('are found by their owner with the same calls, so nothing else was refused', async () => {
    for (const endpoint of owned) {
      const { owner, params, body } = table[nameOf(endpoint)]!;
      const answer = await call(endpoint, pathOf(endpoint, params), owner.token, body);
      expect(answer.status, `${nameOf(endpoint)} ${answer.text}`).toBeLessThan(500);
      expect(answer.status, `${nameOf(endpoint)} ${answer.text}`).not.toBe(404);
    }
  });
});
