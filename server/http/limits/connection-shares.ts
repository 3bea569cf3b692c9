import type { FastifyInstance } from 'fastify';
import { fail } from '#domain/errors.ts';
import type { OpenShares } from './open-shares.ts';
import type { TrustsProxy } from './proxies.ts';
import { isCountedAlready } from './read-limit.ts';

/**
 * No network has more than its share of the connections of this process (T100): past it a connection is hung up on before
 * a byte of it is read. A named proxy's connections are its visitors', so behind one what is being answered is counted
 * instead, by the visitor's network.
 */
export function shareConnections(app: FastifyInstance, shares: OpenShares, trusts: TrustsProxy): void {
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
