import type { FastifyInstance } from 'fastify';
import { fail } from '#domain/errors.ts';
import type { OpenLimit } from './open-limit.ts';
import type { TrustsProxy } from './proxies.ts';
import { isCountedAlready } from './read-limit.ts';

/**
 * Limits the connections of each network to this process (T100): a connection beyond the limit is closed before any
 * byte of it is read. A trusted proxy's connections serve many visitors, so behind one the running requests are counted
 * instead, by the visitor's network.
 */
export function limitConnections(app: FastifyInstance, shares: OpenLimit, trusts: TrustsProxy): void {
  app.server.prependListener('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    if (trusts(address, 0)) return;
    const release = shares.take(address);
    if (release) socket.once('close', release);
    else socket.destroy();
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (!trusts(request.socket.remoteAddress ?? '', 0) || isCountedAlready(request)) return done();
    const release = shares.take(request.ip);
    if (!release) fail('too_many_requests', tooManyAtOnce);
    reply.raw.once('close', release);
    done();
  });
}

const retryAfterSeconds = 5;
const tooManyAtOnce = {
  detail: `Há pedidos demais ao mesmo tempo vindos desta rede. Tente de novo em ${retryAfterSeconds} segundos.`,
  meta: { retryAfterSeconds },
};
