import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Viewer } from '#domain/accounts/accounts.ts';
import type { Ctx } from '#server/context.ts';
import type { Grant } from '#server/adapters/realtime/realtime.ts';
import { isEmbedded } from '#server/adapters/realtime/embedded.ts';
import { mayListen } from '#server/notifications/realtime/access.ts';
import { findSession } from './session.ts';

/**
 * The HTTP part of the Pusher protocol: authorizations for `pusher-js` (whose form bodies and bare replies follow the
 * protocol, not the API) and, with the embedded server, the calls of the `pusher` server libraries.
 */
export function serveRealtime(app: FastifyInstance, ctx: Ctx): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 256 * 1024 }, (_request, body, done) =>
      done(null, body),
    );
    scope.post('/realtime/auth', async (request, reply) => authorizeChannel(ctx, request, reply));
    scope.post('/realtime/user-auth', async (request, reply) => authorizeUser(ctx, request, reply));
    scope.route({
      method: ['GET', 'POST'],
      url: '/apps/*',
      handler: async (request, reply) => answerLibrary(ctx, request, reply),
    });
  });
}

const socketPattern = /^\d+\.\d+$/;

async function authorizeChannel(ctx: Ctx, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const form = formOf(request);
  const socketId = form.get('socket_id') ?? '';
  const channel = form.get('channel_name') ?? '';
  const viewer = await listener(ctx, request);
  if (!viewer || !socketPattern.test(socketId)) return refuse(reply);
  if (!(await mayListen(ctx.db, viewer, channel))) return refuse(reply);
  const presence = channel.startsWith('presence-') ? presenceOf(viewer) : undefined;
  return bare(reply).send(ctx.realtime.authorizeChannel(socketId, channel, grantOf(viewer), presence));
}

async function authorizeUser(ctx: Ctx, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const socketId = formOf(request).get('socket_id') ?? '';
  const viewer = await listener(ctx, request);
  if (!viewer || !socketPattern.test(socketId)) return refuse(reply);
  return bare(reply).send(ctx.realtime.authorizeUser(socketId, grantOf(viewer)));
}

/** The fully signed-in caller; a session without its second step gets no authorization (T44). */
async function listener(ctx: Ctx, request: FastifyRequest): Promise<Viewer | null> {
  const session = await findSession(ctx, request);
  return session?.state === 'active' ? session.viewer : null;
}

/** Signed with every channel, so that the connection closes when the session ends (T68). */
function grantOf({ id, sessionId }: Viewer): Grant {
  return { sessionId, userId: id };
}

/** The data about a person that others on a presence channel see. */
function presenceOf(viewer: Viewer) {
  return {
    user_id: String(viewer.id),
    user_info: { username: viewer.username, staff: viewer.asStaff === true },
  };
}

function formOf(request: FastifyRequest): URLSearchParams {
  return new URLSearchParams(Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '');
}

/** Exactly status 200 and a bare body: `pusher-js` treats anything else as a refusal. */
function bare(reply: FastifyReply): FastifyReply {
  return reply.code(200).header('Cache-Control', 'no-store');
}

function refuse(reply: FastifyReply): FastifyReply {
  return reply.code(403).type('text/plain').send('Forbidden');
}

async function answerLibrary(ctx: Ctx, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  if (!isEmbedded(ctx.realtime)) return reply.code(404).type('text/plain').send('Not here');
  const answer = await ctx.realtime.rest({
    method: request.method,
    path: request.url.split('?', 1)[0]!,
    query: request.query as Record<string, string>,
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
  });
  if (typeof answer.body === 'string') return reply.code(answer.status).type('text/plain').send(answer.body);
  return reply.code(answer.status).send(answer.body);
}
