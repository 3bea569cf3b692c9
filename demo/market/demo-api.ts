import { setImmediate as breathe } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { BodyInput, Endpoint, ParamsInput, QueryInput, Reply } from '#contract/endpoint.ts';
import { seedFrom } from '#demo/random.ts';
import { openSession } from '#server/http/session.ts';
import type { Ctx } from '#server/context.ts';
import type { Sweep } from '#server/background/worker.ts';
import { drain } from '#server/background/worker.ts';

const dayMs = 86_400_000;
/** The sweeps that find work in the past of the market. The others run at the end, since they took half of the time. */
const pastSweeps: readonly string[] = [
  'complaints.run-due',
  'conversations.tell-unread',
  'count-sales',
  'listings.mark-sellers',
  'listings.search',
  'notifications.relay-events',
  'ratings.compare-sides',
  'ratings.run-windows',
  'reconcile-days',
  'release-settlements',
  'remind-of-deadlines',
  'run-due-orders',
  'staff.seal-decisions',
  'tickets.ask-for-ratings',
  'tickets.return-silent',
  'tickets.run-timers',
  'tickets.tell-overdue',
  'visits.tell-weeks',
];

export interface DemoApiInput {
  app: FastifyInstance;
  ctx: Ctx;
  sweeps: readonly Sweep[];
}

/** Calls the real API as any user at any time in the past, to fill the demo. */
export interface DemoApi extends DemoApiInput {
  /** Calls an endpoint as this user. @throws if the call is refused, which is a defect of the seed */
  call<E extends Endpoint>(
    username: string,
    endpoint: E,
    input?: { params?: ParamsInput<E>; query?: QueryInput<E>; body?: BodyInput<E> | Buffer },
  ): Promise<Reply<E>>;
  /** Moves the market's clock to so many days before the present; timers that became due meanwhile run. */
  goTo(daysAgo: number): Promise<void>;
}

/** Weeks of quotes are asked for within seconds: where networks are limited, each person has one of their own. */
function addressOf({ limit }: Endpoint, username: string): string {
  if (limit?.by !== 'ip') return '127.0.0.1';
  const number = seedFrom(username);
  return `127.${number & 255}.${(number >> 8) & 255}.${(number >> 16) & 255}`;
}

/** The content type of a raw body: a video where the endpoint streams, otherwise an image. */
function typeOf({ binary }: Endpoint, raw: boolean): string {
  if (!raw) return 'application/json';
  return binary?.streamed ? 'video/webm' : 'image/png';
}

/** Opens the API for the seed. */
export async function openDemoApi(input: DemoApiInput): Promise<DemoApi> {
  const { app, ctx, sweeps } = input;
  const tokens = new Map<string, string>();
  let keys = 0;
  let lastDrainAt = Infinity;
  const past = sweeps.filter(({ name }) => pastSweeps.includes(name));

  async function tokenOf(username: string): Promise<string> {
    const known = tokens.get(username);
    if (known) return known;
    const { rows } = await sql<{ id: number }>`select id from users where username = ${username}`.execute(
      ctx.db,
    );
    if (!rows[0]) throw new Error(`seed: no user is called ${username}`);
    const token = await openSession(ctx.db, {
      userId: rows[0].id,
      ip: '127.0.0.1',
      userAgent: 'demo',
      secondFactor: true,
    });
    tokens.set(username, token);
    await extendSessions(ctx);
    return token;
  }

  return {
    ...input,
    async call(username, endpoint, { params, query, body } = {}) {
      const raw = Buffer.isBuffer(body);
      const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        String((params as Record<string, unknown>)[name]),
      );
      const answer = await app.inject({
        method: endpoint.method,
        url: `/api/v1${path}`,
        query: query as Record<string, string>,
        remoteAddress: addressOf(endpoint, username),
        headers: {
          authorization: `Bearer ${await tokenOf(username)}`,
          'idempotency-key': `demo-market-${++keys}`,
          ...(endpoint.method !== 'GET' && { 'content-type': typeOf(endpoint, raw) }),
        },
        ...(endpoint.method !== 'GET' &&
          endpoint.method !== 'DELETE' && { payload: raw ? body : JSON.stringify(body ?? {}) }),
      });
      if (answer.statusCode >= 300)
        throw new Error(`seed: ${endpoint.method} ${path} as ${username}: ${answer.payload}`);
      return (answer.json() as { data: never }).data;
    },
    async goTo(daysAgo) {
      await sql`select move_clock(${Math.round(-daysAgo * dayMs)} - (select offset_ms from clock))`.execute(
        ctx.db,
      );
      // Once a quarter of a day is often enough for timers that last hours.
      if (lastDrainAt - daysAgo > 0.25 || daysAgo === 0) {
        lastDrainAt = daysAgo;
        await drain(ctx, daysAgo === 0 ? sweeps : past);
        await extendSessions(ctx);
      }
      await breathe();
    },
  };
}

/** Weeks pass between two calls of one person. Proofs last until sessions are extended again. */
async function extendSessions({ db }: Ctx): Promise<void> {
  await sql`update sessions set expires_at = market_now() + interval '30 days',
    absolute_expires_at = market_now() + interval '30 days', proved_at = market_now() + interval '7 hours',
    second_factor_at = market_now() + interval '7 hours'
    where user_agent = 'demo'`.execute(db);
}
