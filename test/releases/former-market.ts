import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { demoPassword } from '#demo/market/accounts.ts';

/** What clients need of the demo market of a former version. */
export interface FormerMarket {
  /** Signed in, each from a network of their own. */
  buyers: { id: number; token: string; ip: string }[];
  /** They deliver codes at once. */
  listings: { id: number; priceCents: number }[];
}

const buyerCount = 4;
const listingCount = 3;
const codesEach = 3_000;
/** The time in which a running server has noticed new rules. */
const rulesNoticedMs = 6_000;

/** Prepares the demo market of a running server for a long run: enough codes, no daily limits, signed-in buyers. */
export async function prepareFormerMarket(url: string, owner: Pool): Promise<FormerMarket> {
  await owner.query(`
    insert into rule_versions (rules, starts_at)
    select jsonb_set(rules, '{verification}', (
        select jsonb_object_agg(key, case jsonb_typeof(value) when 'object'
          then value || '{"buyPerDayCents": 1000000000000, "salesPerMonthCents": null}' else value end)
        from jsonb_each(rules -> 'verification'))), starts_at + interval '1 second'
    from rule_versions order by id desc limit 1`);
  const listings = await listingsOf(owner);
  await sleep(rulesNoticedMs);
  const seller = await signIn(url, listings[0]!.email, '203.0.113.1');
  for (const { id } of listings) {
    const codes = Array.from({ length: codesEach }, () => randomBytes(8).toString('hex'));
    await post(`${url}/api/v1/listings/${id}/codes`, { codes }, { authorization: `Bearer ${seller}` });
  }
  const { rows } = await owner.query<{ id: number; email: string }>(
    `select id::int, email from users where role = 'user' and email <> $1 and email like '%@demo.praca'
      and email_verified_at is not null order by id limit ${buyerCount}`,
    [listings[0]!.email],
  );
  const buyers: FormerMarket['buyers'] = [];
  for (const [at, { id, email }] of rows.entries()) {
    const ip = `203.0.113.${at + 10}`;
    buyers.push({ id, ip, token: await signIn(url, email, ip) });
  }
  return { buyers, listings };
}

/** Cheap listings of the seller who has most of them. */
async function listingsOf(owner: Pool) {
  const { rows } = await owner.query<{ id: number; priceCents: number; email: string }>(
    `select l.id::int, l.price_cents::int as "priceCents", u.email
    from listings l join users u on u.id = l.seller_id
    where l.state = 'published' and l.delivery_type = 'automatic' and l.price_cents < 20000
    order by count(*) over (partition by l.seller_id) desc, l.seller_id, l.id limit ${listingCount}`,
  );
  return rows.filter(({ email }) => email === rows[0]!.email);
}

/** Signs in as a browser does. @returns the token */
async function signIn(url: string, login: string, ip: string): Promise<string> {
  const { headers } = await fetch(`${url}/api/v1/public/logo`);
  const cookie = headers.getSetCookie()[0]!.split(';')[0]!;
  const { token } = await post(
    `${url}/api/v1/sessions`,
    { login, password: demoPassword },
    { cookie, 'x-xsrf-token': cookie.slice(cookie.indexOf('=') + 1), 'x-forwarded-for': ip },
  );
  return token!;
}

async function post(url: string, body: object, headers: Record<string, string>) {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...headers },
    body: JSON.stringify(body),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${reply.status} ${url} ${text}`);
  return (JSON.parse(text) as { data: { token?: string } }).data;
}
