import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Body, Endpoint, Params, Query, Reply } from '#contract/endpoint.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { FieldErrors } from '#domain/errors.ts';
import type { Ctx, Replica, Tx } from '#server/context.ts';
import { isRecorded, portOf, recordAccess } from './access-records.ts';
import { runAfterCommit } from './after-commit.ts';
import { cookiesOf } from './cookies.ts';
import type { Cookies } from './cookies.ts';
import { unsupported } from './errors.ts';
import { fieldErrors } from './field-errors.ts';
import { authorizeCall } from './gate.ts';
import { afterDeadlines } from '#server/process/deadlines.ts';
import { runIdempotent } from './idempotency.ts';
import { setLinkCookie } from './pages/link-cookie.ts';
import { takeAttempt, takeNetworkAttempt } from './limits/rate-limit.ts';
import { replySerializer } from './reply-schema.ts';
import { checkSizes } from './limits/sizes.ts';
import { removeInvisible } from './text/invisible-text.ts';
import { fileTimeoutMs, streamTimeoutMs } from './limits/slow-senders.ts';
import { findUnstorableTexts } from './text/unstorable-text.ts';

/** The validated input of a handler. */
export interface Call<E extends Endpoint> {
  params: Params<E>;
  query: Query<E>;
  body: E['binary'] extends object ? Buffer : Body<E>;
  /** Never null where the endpoint requires a session or the key of a phone's photo link. */
  viewer: E['auth'] extends 'user' | 'staff' | 'phone' ? Viewer : Viewer | null;
  ip: string;
  /** The caller's source port; null behind a proxy. */
  port: number | null;
  userAgent: string;
  /** The transaction of an idempotent endpoint: the work and the stored reply commit together. */
  tx: E['idempotent'] extends true ? Tx : undefined;
  /** Runs after the commit, if need be behind the reply; a failure here is logged and left to the sweeps. */
  afterCommit: (task: () => Promise<void>) => void;
  cookies: Cookies;
  request: FastifyRequest;
}

export type Handler<E extends Endpoint> = (ctx: Ctx, call: Call<E>) => Promise<Reply<E>>;

export interface Route {
  endpoint: Endpoint;
  handler: Handler<Endpoint>;
}

/** Binds a handler to its endpoint. */
export function route<E extends Endpoint>(endpoint: E, handler: Handler<E>): Route {
  return { endpoint, handler: handler as unknown as Handler<Endpoint> };
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, set by the gate. */
    viewer: Viewer | null;
    /** The caller's proof of identity is over, and only a stored reply may answer. Set by the gate. */
    replayOnly: boolean;
  }
}

/**
 * Serves the routes with the same steps for every call: gate, rate limit, body, validation, handler, reply. No body is
 * read before the caller is known (T88).
 */
export function serve(app: FastifyInstance, ctx: Ctx, routes: readonly Route[]): void {
  app.decorateRequest('viewer', null);
  app.decorateRequest('replayOnly', false);
  app.addHook('onRequest', async (_request, { raw }) => {
    // On the raw reply, so that pages from the cache have it too.
    if (ctx.replica?.isAlone()) raw.setHeader(...readOnlyNotice);
  });
  for (const { endpoint, handler } of routes) {
    app.route({
      method: endpoint.method,
      url: `/api/v1${endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      // Fastify asks for a serializer only where a schema is named.
      schema: { response: { '2xx': {} } },
      serializerCompiler: () => replySerializer(endpoint),
      config: {
        acceptedTypes: endpoint.binary?.types ?? ['application/json'],
        ...timeoutOf(endpoint),
      },
      bodyLimit: bodyLimitOf(endpoint),
      onRequest: async (request, reply) => {
        request.viewer = isReadAlone(ctx, endpoint) ? null : await authorizeCall(ctx, endpoint, request);
        // A phone has a key and no session: the session that made its link belongs to a computer (ADR 60).
        if (request.viewer && endpoint.auth !== 'phone') setLinkCookie(ctx, request, reply, request.viewer);
        if (endpoint.limit) await takeLimit(ctx, endpoint, request);
      },
      handler: async (request, reply) => {
        const data = await answer(ctx, endpoint, handler, request, reply);
        reply.code(reply.statusCode === 200 ? endpoint.status : reply.statusCode);
        if (endpoint.cacheSeconds) reply.header('Cache-Control', `private, max-age=${endpoint.cacheSeconds}`);
        if (endpoint.leaves) reply.header('Clear-Site-Data', clearSiteData);
        return endpoint.bare ? data : { data };
      },
    });
  }
}

/** While the primary is away, every answer says that the market can only be read. */
const readOnlyNotice = ['Praca-Notice', 'read-only'] as const;

/**
 * T78. It omits `cookies`: the device cookie distinguishes a thief's first sign-in from the owner's next one, and that
 * sign-in needs the XSRF cookie.
 */
const clearSiteData = '"cache", "storage"';

/** Anyone may send a webhook, and its whole body is read before the signature is checked: hence the low limit (T36). */
const webhookBytes = 64 * 1024;
/** Many times the size of what people type (T99). */
const defaultBytes = 256 * 1024;

/** T100: files and long lists have more time than other bodies. */
function timeoutOf({ binary, bodyBytes }: Endpoint): { bodyTimeoutMs?: number } {
  if (binary?.streamed) return { bodyTimeoutMs: streamTimeoutMs };
  return binary || bodyBytes ? { bodyTimeoutMs: fileTimeoutMs } : {};
}

function bodyLimitOf({ auth, binary, bodyBytes }: Endpoint): number {
  if (auth === 'webhook') return webhookBytes;
  // A streamed body is counted by its reader.
  return binary && !binary.streamed ? binary.maxBytes : (bodyBytes ?? defaultBytes);
}

async function answer(
  ctx: Ctx,
  endpoint: Endpoint,
  handler: Handler<Endpoint>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { viewer } = request;
  const input = validate(endpoint, request);
  const tasks: (() => Promise<void>)[] = [];
  const call = {
    ...input,
    viewer,
    ip: request.ip,
    port: portOf(request),
    userAgent: request.headers['user-agent']?.slice(0, 300) ?? '',
    afterCommit: (task: () => Promise<void>) => void tasks.push(task),
    cookies: cookiesOf(ctx, request, reply),
    request,
  };
  const act = async (tx?: Tx) => {
    // The work may be retried: tasks of a rolled-back attempt must not run.
    tasks.length = 0;
    await checkSizes(ctx, tx ?? ctx.db, endpoint, { body: input.body, request });
    const asked = { ...call, tx } as unknown as Call<Endpoint>;
    return endpoint.mayUseReplica && !viewer ? readFromReplica(ctx, handler, asked) : handler(ctx, asked);
  };
  const { data, fresh } = await afterDeadlines(ctx, async () =>
    endpoint.idempotent
      ? runIdempotent(ctx, { endpoint, viewer, request, reply, input }, act)
      : { data: await act(), fresh: true },
  );
  if (!fresh) return data;
  if (viewer && isRecorded(endpoint)) {
    const action = `${endpoint.method} ${endpoint.path}`;
    await recordAccess(ctx.db, { userId: viewer.id, action, origin: call });
  }
  await runAfterCommit(ctx, tasks);
  return data;
}

const replicaContexts = new WeakMap<Replica, Ctx>();

/** Sessions can't be read without the primary, and what visitors may read has no secrets: the caller counts as one. */
const isReadAlone = ({ replica }: Ctx, { mayUseReplica }: Endpoint) =>
  mayUseReplica === true && replica?.isAlone() === true;

/**
 * Reads from the replica if it is fresh. After any error, including not found, it reads from the database itself,
 * because the row may have been written a moment ago; while that is away, the replica's answer stands.
 */
async function readFromReplica(ctx: Ctx, handler: Handler<Endpoint>, call: Call<Endpoint>): Promise<unknown> {
  const { replica } = ctx;
  if (!replica?.isFresh()) return handler(ctx, call);
  // The derived context inherits everything else.
  const replicaCtx =
    replicaContexts.get(replica) ?? (Object.create(ctx, { db: { value: replica.db } }) as Ctx);
  replicaContexts.set(replica, replicaCtx);
  try {
    return await handler(replicaCtx, call);
  } catch (error) {
    if (replica.isAlone()) throw error;
    return handler(ctx, call);
  }
}

async function takeLimit(ctx: Ctx, endpoint: Endpoint, { viewer, ip }: FastifyRequest): Promise<void> {
  const { max, windowMs, by, as = `${endpoint.method} ${endpoint.path}` } = endpoint.limit!;
  if (by === 'user' && viewer) return takeAttempt(ctx.db, `${as} user:${viewer.id}`, max, windowMs);
  return takeNetworkAttempt(ctx.db, { what: as, ip }, max, windowMs);
}

function validate(
  endpoint: Endpoint,
  request: FastifyRequest,
): { params: unknown; query: unknown; body: unknown } {
  const named = {
    params: parse(endpoint.params, storable(request.params, 'not_found'), 'not_found'),
    query: parse(endpoint.query, removeInvisible(request.query)),
  };
  if (request.body instanceof Readable || endpoint.binary?.streamed) {
    if (!endpoint.binary?.types.includes(typeOf(request))) throw unsupported(request);
    return { ...named, body: request.body };
  }
  if (endpoint.binary) {
    if (!Buffer.isBuffer(request.body) || request.body.length === 0) fail('unsupported_media');
    return { ...named, body: request.body };
  }
  if (endpoint.auth === 'webhook' && !/^application\/json\b/i.test(request.headers['content-type'] ?? ''))
    throw unsupported(request);
  // Only webhooks get raw bytes; a file where JSON belongs is refused without being validated as an object.
  if (Buffer.isBuffer(request.body) && endpoint.auth !== 'webhook') fail('malformed_body');
  return { ...named, body: storable(parse(endpoint.body, removeInvisible(request.body ?? {}))) };
}

const typeOf = ({ headers }: FastifyRequest) => (headers['content-type'] ?? '').split(';', 1)[0]!.trim();

type BadInput = 'invalid_request' | 'not_found';

function parse(schema: z.ZodMiniType, value: unknown, code: BadInput = 'invalid_request'): unknown {
  const result = schema.safeParse(value);
  return result.success ? result.data : refuse(code, fieldErrors(result.error.issues));
}

/** Refuses texts that cannot be stored; applied to bodies and ids but not to queries, which are only compared. */
function storable(value: unknown, code: BadInput = 'invalid_request'): unknown {
  const errors = findUnstorableTexts(value);
  return Object.keys(errors).length === 0 ? value : refuse(code, errors);
}

function refuse(code: BadInput, errors: FieldErrors): never {
  return code === 'not_found' ? fail('not_found') : fail(code, { errors });
}
