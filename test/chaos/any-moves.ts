import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { allEndpoints } from '#contract/all.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Random } from '#demo/random.ts';
import type { Person } from '#test/accounts/people.ts';
import { randomValueOf } from './random-values.ts';
import type { Move } from './move.ts';
import type { World } from './world.ts';

/**
 * Calls that would end the run instead of testing it: identity, settings of the whole market, the bank's own endpoints.
 */
const leftAlone = new RegExp(
  `^/(${[
    'users|sessions|passkey|second-factors|identit|account|email|phone|password|photo-link|dev/|webhooks/',
    String.raw`listings/\{id\}(/pause)?$`,
    'staff/(settings|credentials|pages|letters|connection|users|categories|listings|reviews)',
  ].join('|')})`,
);

const doors = allEndpoints.filter(({ method, path, auth, binary, bare }) => {
  if (binary || bare || (auth !== 'user' && auth !== 'staff')) return false;
  return method === 'GET' || !leftAlone.test(path);
});
const acts = doors.filter(({ method }) => method !== 'GET');

/**
 * Any call of the API with a roughly valid input: well-formed made-up values, ids of existing rows, mostly by a person
 * they belong to, at any time. The reply must be a success or a refusal, and the books must balance.
 */
const anything: Move = {
  name: 'anything',
  weight: 1,
  async make(world, random) {
    const endpoint = random.pick(random.chance(0.7) ? acts : doors);
    const thing = await someThing(world, random, endpoint);
    const path = endpoint.path.replaceAll(
      /\{(\w+)\}/g,
      (_, name: string) => thing.params[name] ?? madeParam(random, name),
    );
    const query = new URLSearchParams(randomValueOf(random, endpoint.query) as Record<string, string>);
    const said = await world.call(
      caller(world, random, endpoint, thing),
      endpoint.method,
      query.size > 0 ? `${path}?${query}` : path,
      endpoint.method === 'GET' || endpoint.method === 'DELETE'
        ? undefined
        : randomValueOf(random, endpoint.body),
    );
    world.count(`any ${endpoint.method} ${endpoint.path}`, said);
    return undefined;
  },
};

interface Thing {
  params: Record<string, string>;
  /** Ids of the people that its row names. */
  people: number[];
}

/** An existing row for each parameter of a path: `/complaints/{id}/proposals/{proposalId}` takes one row of each. */
async function someThing(world: World, random: Random, { path }: Endpoint): Promise<Thing> {
  const thing: Thing = { params: {}, people: [] };
  for (const [, noun, name] of path.matchAll(/([\w-]+)\/\{(id|hash|\w+Id)\}/g)) {
    const row = await someRow(world, random, noun!, name!);
    if (!row) continue;
    thing.params[name!] = String(name === 'hash' ? row.hash : row.id);
    for (const [column, value] of Object.entries(row))
      if (/^(buyer|seller|user|author|asker|reporter|owner)_id$/.test(column))
        thing.people.push(Number(value));
    const order = world.orders.find(({ id }) => id === row.order_id);
    if (order) thing.people.push(order.buyer.id, order.seller.id);
  }
  return thing;
}

async function someRow(world: World, random: Random, noun: string, name: string) {
  const table = tables[noun] ?? noun.replaceAll('-', '_');
  const about = name === 'hash' ? 'orders' : table;
  const { rows: known } = await sql`select to_regclass(${`public.${about}`}) as found`.execute(world.db);
  if (!(known[0] as { found: string | null }).found) return undefined;
  const newest = random.pick([1, 5, 20, 100]);
  const { rows } = await sql<{ row: Record<string, unknown> }>`
    select to_jsonb(t) as row from ${sql.table(about)} t order by id desc limit ${newest}`.execute(world.db);
  return rows.length > 0 ? random.pick(rows).row : undefined;
}

/** Nouns of a path whose table has another name. */
const tables: Record<string, string> = {
  proposals: 'complaint_proposals',
  requests: 'complaint_requests',
  files: 'complaint_files',
  'delivery-files': 'delivery_files',
  'payment-reviews': 'payments',
  codes: 'stock_units',
  revisions: 'listing_revisions',
};

function madeParam(random: Random, name: string): string {
  if (name === 'clientId') return randomUUID();
  return random.pick(['1', String(random.int(1, 60)), 'complaints', 'refunds', 'withdrawals']);
}

function caller(world: World, random: Random, { auth }: Endpoint, { people }: Thing): Person {
  const team = [world.admin, world.second, world.support];
  if (random.chance(0.1)) return random.pick([...world.buyers, ...world.sellers, ...team]);
  if (auth === 'staff') return random.pick(team);
  const own = [...world.buyers, ...world.sellers, ...team].filter(({ id }) => people.includes(id));
  return random.pick(own.length > 0 ? own : [...world.buyers, ...world.sellers]);
}

export const anyMoves: readonly Move[] = [anything];
