import { setTimeout as sleep } from 'node:timers/promises';
import { queryObjects } from 'node:v8';
import { WebSocket } from 'ws';
import { readConfig } from '#server/config/config.ts';
import { startServer } from '#server/process/start.ts';

/**
 * Our whole server, which also reports its memory: run by `sockets.ts` with `--expose-gc`. Counting the sockets in the
 * heap finds every map that keeps one.
 */
export interface HeldSockets {
  rssBytes: number;
  heapBytes: number;
  sockets: number;
}

const server = await startServer(readConfig(process.env, []));
process.send!({ port: Number(new URL(server.url!).port) });
process.on('message', () => void held().then((answer) => process.send!({ answer })));
process.on('disconnect', () => void server.stop().finally(() => process.exit()));

async function held(): Promise<HeldSockets> {
  for (let round = 0; round < 3; round++) {
    globalThis.gc!();
    await sleep(100);
  }
  const { rss: rssBytes, heapUsed: heapBytes } = process.memoryUsage();
  return { rssBytes, heapBytes, sockets: queryObjects(WebSocket, { format: 'count' }) };
}
