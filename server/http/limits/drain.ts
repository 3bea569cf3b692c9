import { Server as NetServer } from 'node:net';
import type { Socket } from 'node:net';
import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long a client has to use or to give up a connection that is kept alive. */
const graceMs = 1_000;
const pollMs = 20;

/** The stop of an HTTP server that the visitors of a proxy do not notice. */
export interface Drain {
  /** New connections are refused from now on, so that a proxy takes the next server. Open ones end with their next reply. */
  begin(): void;
  /**
   * Resolves when no connection is left, or a second after {@link begin}. Closing an idle connection at once would lose the
   * request that its client is just sending; afterwards only those that have been silent are idle.
   */
  settled(): Promise<void>;
  /** Closes the connections on which nothing was ever sent, such as a browser opens in advance. */
  closeUnused(): void;
}

/** @param server that does not listen yet */
export function openDrain(server: Server): Drain {
  const open = new Set<Socket>();
  let begunAt = 0;
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return {
    begin() {
      begunAt = performance.now();
      // The method of the HTTP server would close idle connections too.
      NetServer.prototype.close.call(server);
      server.prependListener('request', (_, reply) => void (reply.shouldKeepAlive = false));
    },
    async settled() {
      while (open.size > 0 && performance.now() - begunAt < graceMs) await sleep(pollMs);
    },
    closeUnused() {
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    },
  };
}
