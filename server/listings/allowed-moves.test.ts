import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Answer } from '#test/http-request.ts';
import type { ListingOptions } from '#test/listings/listings-on-sale.ts';
import type { Person } from '#test/accounts/people.ts';
import { openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';

/** The moves that a refusal names as allowed must be exactly the calls that succeed. */
let sales: Sales;
let admin: Person;
let support: Person;
let colleague: Person;
let riskyId: number;
beforeAll(async () => {
  sales = await openSales();
  admin = await sales.user({ role: 'admin' });
  support = await sales.user({ role: 'support' });
  colleague = await sales.user({ role: 'admin' });
  riskyId = await sales.category({ riskClass: 'risky' });
});
afterAll(() => sales.close());

interface Listed {
  id: number;
  seller: Person;
}

const call = ({ token }: Person, method: string, path: string, body?: object) =>
  sales.request(method, path, {
    token,
    ...(method === 'POST' && { key: true as const }),
    ...(body && { body }),
  });
const decide = (who: Person, { id }: Listed, decision: string) =>
  call(who, 'POST', `/staff/reviews/${id}/decision`, { decision, reasons: ['other'], note: 'Veja o texto.' });
const moderate = (who: Person, { id }: Listed, action: string) =>
  call(who, 'POST', `/staff/listings/${id}/moderation`, { action, reason: 'Conferido com quem vende.' });
const claim = (who: Person, { id }: Listed) => call(who, 'PUT', `/staff/holds/reviews/${id}`, {});
const pause = (paused: boolean) => (of: Listed) =>
  call(of.seller, 'PUT', `/listings/${of.id}/pause`, { paused });
const submit = ({ id, seller }: Listed) => call(seller, 'POST', `/listings/${id}/submission`);
const leave = ({ seller }: Listed) =>
  call(seller, 'POST', '/account-closures', { username: seller.username });
const restocked = (stock: number) => (of: Listed) =>
  call(of.seller, 'PATCH', `/listings/${of.id}`, { stock });

/** A setup step, which must succeed. */
async function then(listed: Promise<Listed>, ...steps: ((of: Listed) => Promise<Answer>)[]): Promise<Listed> {
  const done = await listed;
  for (const step of steps) {
    const answer = await step(done);
    expect(answer.status, answer.text).toBeLessThan(300);
  }
  return done;
}

const draft = (options?: ListingOptions): Promise<Listed> => sales.draft(options);
const published = (options?: ListingOptions): Promise<Listed> => sales.publishedListing(options);
const inReview = (options?: ListingOptions) => then(draft(options), submit);

async function written(listed: Promise<Listed>, what: ReturnType<typeof sql>): Promise<Listed> {
  const done = await listed;
  await sql`update listings set ${what} where id = ${done.id}`.execute(sales.db);
  return done;
}
const expired = (listed: Promise<Listed>) =>
  written(listed, sql`state = 'expired', expires_at = market_now() - interval '1 day'`);
const nearEnd = (listed: Promise<Listed>) =>
  written(listed, sql`expires_at = market_now() + interval '1 day'`);

async function ordered(stock: number): Promise<Listed> {
  const listing = await sales.publishedListing({ stock });
  await sales.place(await sales.user(), listing);
  return listing;
}

const soldOut = () => then(published({ stock: 1 }), restocked(0));
const tooDear: ListingOptions = { priceCents: 10_000_000 };

const scenes: Record<string, () => Promise<Listed>> = {
  'a draft': () => draft(),
  'a draft without a title': () =>
    then(draft(), (of) => call(of.seller, 'PATCH', `/listings/${of.id}`, { title: '' })),
  'a draft above the price limit of its seller': () => draft(tooDear),
  'a draft of a seller who cannot sell any more': async () => {
    const done = await draft();
    await sql`update users set phone = null, phone_verified_at = null where id = ${done.seller.id}`.execute(
      sales.db,
    );
    return done;
  },
  'a draft of a seller with a pending closure': () => then(draft(), leave),
  'in review': () => inReview(),
  'sent back': () => then(inReview(), (of) => decide(colleague, of, 'request_changes')),
  rejected: () => then(inReview(), (of) => decide(colleague, of, 'reject')),
  published: () => published(),
  'published, near its end': () => nearEnd(published()),
  'published, with an order': () => ordered(5),
  'sold out': () => soldOut(),
  'sold out, near its end': () => nearEnd(soldOut()),
  'sold out by an order': () => ordered(1),
  paused: () => then(published(), pause(true)),
  'paused without stock': () => then(published(), pause(true), restocked(0)),
  'paused, near its end': () => nearEnd(then(published(), pause(true))),
  'paused by a pending closure': () => then(published(), leave),
  expired: () => expired(published()),
  'expired without stock': () => then(expired(published()), restocked(0)),
  'expired, above the price limit of its seller': () =>
    written(expired(published()), sql`price_cents = ${tooDear.priceCents}`),
  'expired, of a seller with a pending closure': () => then(expired(published()), leave),
  suspended: () => then(published(), (of) => moderate(colleague, of, 'suspend')),
};

const calls: Record<string, (of: Listed) => Promise<Answer>> = {
  submit,
  pause: pause(true),
  resume: pause(false),
  renew: ({ id, seller }) => call(seller, 'POST', `/listings/${id}/renewal`),
  remove: ({ id, seller }) => call(seller, 'DELETE', `/listings/${id}`),
};
/** A request for the current state changes nothing. */
const already: Record<string, string> = { paused: 'pause', published: 'resume' };

/** The answer of a call in a scene. A refused call changes nothing, so that the next call can use the same scene. */
function trier(scene: () => Promise<Listed>): (send: (of: Listed) => Promise<Answer>) => Promise<Answer> {
  let there: Listed | null = null;
  return async (send) => {
    there ??= await scene();
    const answer = await send(there);
    if (answer.status < 400) there = null;
    return answer;
  };
}

test.each(Object.keys(scenes))(
  'a refusal lists exactly the actions allowed to its seller: %s (§6)',
  async (scene) => {
    const attempt = trier(scenes[scene]!);
    // No scene has automatic delivery.
    const refusal = await attempt(({ id, seller }) =>
      call(seller, 'POST', `/listings/${id}/codes`, { codes: ['AAAA-1111'] }),
    );
    expect(refusal.body.code, refusal.text).toBe('wrong_state');
    const { state, allowed } = refusal.body.meta;
    for (const [event, send] of Object.entries(calls).filter(([one]) => already[state] !== one)) {
      const { status, text } = await attempt(send);
      if (allowed.includes(event)) expect(status, `${event} is named: ${text}`).toBeLessThan(300);
      else expect(status, `${event} is not named`).toBeGreaterThanOrEqual(400);
    }
  },
);

const forTheTeam: Record<string, () => Promise<Listed>> = {
  'a draft': () => draft(),
  'in review': () => inReview(),
  'in review, claimed by a colleague': () => then(inReview(), (of) => claim(colleague, of)),
  'in review, of a risky category': () => inReview({ categoryId: riskyId }),
  rejected: () => then(inReview(), (of) => decide(colleague, of, 'reject')),
  published: () => published(),
  'sold out': soldOut,
  paused: () => then(published(), pause(true)),
  expired: () => expired(published()),
  suspended: () => then(published(), (of) => moderate(colleague, of, 'suspend')),
  'suspended, of a risky category': () =>
    written(
      then(published(), (of) => moderate(colleague, of, 'suspend')),
      sql`category_id = ${riskyId}`,
    ),
  'suspended without stock': () => then(soldOut(), (of) => moderate(colleague, of, 'suspend')),
  'suspended, of a seller with a pending closure': () =>
    then(published(), (of) => moderate(colleague, of, 'suspend'), leave),
  removed: () => then(published(), (of) => moderate(colleague, of, 'remove')),
};

const teamCalls: Record<string, (who: Person, of: Listed) => Promise<Answer>> = {
  approve: (who, of) => decide(who, of, 'approve'),
  request_changes: (who, of) => decide(who, of, 'request_changes'),
  reject: (who, of) => decide(who, of, 'reject'),
  pause: (who, of) => moderate(who, of, 'pause'),
  suspend: (who, of) => moderate(who, of, 'suspend'),
  republish: (who, of) => moderate(who, of, 'republish'),
  return_sold_out: (who, of) => moderate(who, of, 'republish'),
  remove: (who, of) => moderate(who, of, 'remove'),
};
/** One call republishes a listing, with or without stock. */
const same: Record<string, string> = { republish: 'return_sold_out', return_sold_out: 'republish' };

test.each(
  Object.keys(forTheTeam).flatMap((scene) =>
    (['admin', 'support'] as const).map((role) => ({ scene, role })),
  ),
)('a refusal lists exactly the actions allowed to staff: $scene, by $role', async ({ scene, role }) => {
  const who = role === 'admin' ? admin : support;
  const attempt = trier(forTheTeam[scene]!);
  const refusal = await attempt((of) => moderate(who, of, scene === 'published' ? 'republish' : 'pause'));
  expect(refusal.body.code, refusal.text).toBe('wrong_state');
  const { allowed } = refusal.body.meta;
  for (const [event, send] of Object.entries(teamCalls)) {
    const { status, text } = await attempt((of) => send(who, of));
    const isNamed = allowed.includes(event) || allowed.includes(same[event]);
    if (isNamed) expect(status, `${event} is named: ${text}`).toBeLessThan(300);
    else expect(status, `${event} is not named`).toBeGreaterThanOrEqual(400);
  }
});
