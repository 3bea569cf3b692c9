import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A proxy of connections, as HAProxy in TCP mode is one, without health checks. */
export interface Proxy {
  port: number;
  /** Connections that no server took at first. */
  refused(): number;
  close(): Promise<void>;
}

const patienceMs = 10_000;
const retryMs = 50;

/**
 * Hands each connection to the next server in turn; one that refuses it is passed over. When all refuse, they are tried
 * again for some seconds.
 * @param port of the proxy
 * @param targets ports of servers on this machine
 */
export async function openProxy(port: number, targets: readonly number[]): Promise<Proxy> {
  let turn = 0;
  let refused = 0;
  const open = new Set<Socket>();

  async function reach(): Promise<Socket | null> {
    const until = performance.now() + patienceMs;
    const first = turn++;
    for (let tries = 0; performance.now() < until; tries++) {
      const socket = connect({
        port: targets[(first + tries) % targets.length]!,
        host: '127.0.0.1',
        allowHalfOpen: true,
      });
      const isOpen = await once(socket, 'connect').then(
        () => true,
        () => false,
      );
      if (isOpen) return socket;
      refused += 1;
      if ((tries + 1) % targets.length === 0) await sleep(retryMs);
    }
    return null;
  }

  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true, noDelay: true }, (client) => {
    open.add(client);
    client.on('close', () => open.delete(client));
    client.on('error', () => client.destroy());
    void reach().then((target) => {
      if (!target || client.destroyed) {
        target?.destroy();
        return void client.destroy();
      }
      target.setNoDelay(true);
      target.on('error', () => client.destroy());
      target.on('close', () => client.destroy());
      client.on('close', () => target.destroy());
      client.pipe(target).pipe(client);
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    refused: () => refused,
    async close() {
      server.close();
      for (const client of open) client.destroy();
    },
  };
}
