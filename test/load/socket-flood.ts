import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Child } from './child.ts';
import type { Flooded, Order } from './socket-clients.ts';

/**
 * One /64 opens many sockets, each from an address of its own, forwarded by a trusted proxy on this machine (T40,
 * T100). Meanwhile visitors from other networks request `/healthz`, each on a new connection, and open sockets of their
 * own.
 */
export async function floodFromOneNetwork(parts: {
  clients: Child;
  port: number;
  path: string;
  count: number;
}): Promise<string> {
  const { clients, port, path, count } = parts;
  const order = <A = void>(given: Order) => clients.ask<A>(given);
  const to = { port, path, greetings: 1, channel: null };
  await probe(port, 200);
  const quiet: number[] = [];
  const beside: number[] = [];
  const flooded = { held: 0, refused: 0, seconds: 0 };
  // Alternately, so that both are measured in the same minutes of the machine.
  for (let wave = 0; wave < waves; wave++) {
    quiet.push(...(await probe(port, samples)));
    const coming = new AbortController();
    const flood = order<Flooded>({ do: 'flood', count: count / waves, first: (wave * count) / waves, to });
    void flood.finally(() => coming.abort()).catch(() => undefined);
    do beside.push(...(await probe(port, 25)));
    while (!coming.signal.aborted);
    const { held, refused, seconds } = await flood;
    flooded.held += held;
    flooded.refused += refused;
    flooded.seconds += seconds;
  }
  const others = await order<Flooded>({ do: 'neighbours', count: 100, first: 0, to });
  await order({ do: 'leave' });
  const [before, during] = [percentile(quiet, 0.99), percentile(beside, 0.99)];
  return `- **flood**: ${count} sockets asked for by one /64 in ${flooded.seconds.toFixed(1)} s: ${flooded.held} held, ${flooded.refused} refused; of 100 sockets of other networks ${others.held} served; \`/healthz\` on new connections, p99 ${before.toFixed(1)} ms between the waves (${quiet.length} calls), ${during.toFixed(1)} ms in them (${beside.length} calls): ${(during / before).toFixed(2)} times, target ≤ 3`;
}

const waves = 5;
const samples = 400;
const betweenMs = 5;
const alone = new Agent({ keepAlive: false });

/** Milliseconds of a number of calls, in sequence with a pause between them; a failed one counts as ten seconds. */
async function probe(port: number, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let each = 0; each < count; each++) {
    times.push(await timed(port, each));
    await sleep(betweenMs);
  }
  return times;
}

function timed(port: number, each: number): Promise<number> {
  const from = performance.now();
  const headers = { 'x-forwarded-for': `203.0.113.${each % 250}` };
  return new Promise((resolve) => {
    const failed = () => resolve(10_000);
    const call = request({ agent: alone, host: '127.0.0.1', port, path: '/healthz', headers }, (response) => {
      response.resume();
      response.on('end', () => (response.statusCode === 200 ? resolve(performance.now() - from) : failed()));
    });
    call.setTimeout(10_000, () => call.destroy());
    call.on('error', failed);
    call.end();
  });
}

function percentile(times: readonly number[], part: number): number {
  return times.toSorted((one, other) => one - other)[Math.floor((times.length - 1) * part)]!;
}
