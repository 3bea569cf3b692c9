import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbedded } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { deriveKeys } from '#server/secrets/keys.ts';
import { startChild } from './child.ts';
import { cpuMsOf } from './cpu.ts';
import type { ClientReport, Order, ClientCommand, Target } from './socket-clients.ts';
import type { HeldSockets } from './socket-server.ts';
import { floodFromOneNetwork } from './socket-flood.ts';
import { readOptions } from '#test/process/options.ts';

/**
 * `npm run bench:sockets`: fan-out of the realtime server beside a bare `ws` loop in the same minutes, the memory of
 * idle sockets, the memory left by closed sockets, and the treatment of a client that does not read. The server is the
 * complete one, and its messages are published over its HTTP API and pass through the database.
 *
 * --listeners N  sockets that receive each message (1000)
 * --idle N       sockets that are only open (10 000)
 * --cycles N     sockets that connect, join and leave (10 000)
 * --rounds N     messages a sample (300)
 * --flood N      sockets that one /64 opens (10 000)
 * --only flood   measures the flood only
 */
const values = readOptions({
  listeners: { type: 'string', default: '1000' },
  idle: { type: 'string', default: '10000' },
  cycles: { type: 'string', default: '10000' },
  rounds: { type: 'string', default: '300' },
  flood: { type: 'string', default: '10000' },
  only: { type: 'string', default: '' },
});
const listeners = Number(values.listeners);
const rounds = Number(values.rounds);
const channel = 'praca-inteira';
const frameBytes = 200;
const together = 10;
/** Two messages in flight keep the server busy while one is received: its throughput. One alone gives the latency. */
const busy = 2;
const single = 1;

const directory = await mkdtemp(join(tmpdir(), 'praca-sockets-'));
const secretKey = randomBytes(32).toString('hex');
const quiet = () => undefined;
say('preparando…');
const postgres = await startEmbedded({ dataDir: join(directory, 'db'), log: quiet });
await migrate(postgres.ownerUrl, { log: quiet });

const server = await startChild('socket-server.ts', {
  listens: true,
  flags: ['--expose-gc', '--disable-warning=ExperimentalWarning'],
  environment: {
    NODE_ENV: 'production',
    ALLOW_SIMULATORS: '1',
    LOG_LEVEL: 'error',
    PORT: '0',
    PUBLIC_URL: 'http://127.0.0.1',
    DATA_DIR: join(directory, 'ours'),
    DATABASE_URL: postgres.ownerUrl,
    DATABASE_APP_URL: postgres.appUrl,
    SECRET_KEY: secretKey,
    // The flood comes as a proxy of this machine forwards it; calls without a forwarded address are this machine's own.
    TRUST_PROXY: 'loopback',
  },
});
const floor = await startChild('socket-floor.ts', { listens: true });
const clients = await startChild('socket-clients.ts', { listens: false });

try {
  const kept = values.only === 'flood' ? [] : [await holdIdle(), await comeAndGo()];
  const others = values.only === 'flood' ? [] : [...(await fanOut()), '', ...kept, await slowReader()];
  const lines = [...others, await flood()];
  const report = [
    `${listeners} listeners, ${frameBytes} B a message, ${rounds} messages a sample`,
    '',
    ...lines,
  ];
  say(`\n${report.join('\n')}`);
  await writeFile('bench-sockets.log', `${report.join('\n')}\n`);
} finally {
  await Promise.all([server.stop(), floor.stop(), clients.stop()]);
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
}

interface Sample extends ClientReport {
  /** Time of the server for a thousand deliveries. */
  cpuMs: number;
}

/** Each case is measured floor, ours, ours, floor, floor, ours; the medians are compared. */
async function fanOut(): Promise<string[]> {
  const table = [
    '| what | ours /s | p50 ms | p99 ms | CPU ms /1000 | floor /s | p99 ms | CPU ms /1000 | ratio | CPU ratio | target |',
    '|---|---|---|---|---|---|---|---|---|---|---|',
  ];
  for (const [name, frames, window, target] of [
    ['one by one', 1, busy, '≥ 0.75'],
    ['ten together', together, busy, '≥ 0.67'],
    ['one when all have heard the last', 1, single, 'p99 ≤ 20 ms'],
  ] as const) {
    const samples = { floor: [] as Sample[], ours: [] as Sample[] };
    for (const side of ['floor', 'ours', 'ours', 'floor', 'floor', 'ours'] as const)
      samples[side].push(await sample(side, frames, window));
    table.push(row(name, median(samples.ours), median(samples.floor), target));
  }
  return table;
}

async function sample(side: 'floor' | 'ours', frames: number, window: number): Promise<Sample> {
  const pid = (side === 'floor' ? floor : server).pid;
  await order({ do: 'connect', count: listeners, to: targetOf(side, channel) });
  const asked = { do: 'rounds', window, say: sayOf(side, frames) } as const;
  await order({ ...asked, count: Math.ceil(rounds / 5) });
  const before = await cpuMsOf([pid]);
  const heard = await order<ClientReport>({ ...asked, count: rounds });
  const cpuMs = ((await cpuMsOf([pid])) - before) / (heard.deliveries / 1_000);
  await order({ do: 'leave' });
  return { ...heard, cpuMs };
}

function targetOf(side: 'floor' | 'ours', joined: string | null): Target {
  return side === 'floor'
    ? { port: floor.port, path: '/', greetings: 1, channel: null }
    : { port: server.port, path: `/app/${app().key}?protocol=7`, greetings: 1, channel: joined };
}

function sayOf(side: 'floor' | 'ours', frames: number, bytes = frameBytes): ClientCommand {
  const data = 'x'.repeat(bytes - JSON.stringify({ event: 'n', channel, data: '' }).length);
  const event = { name: 'n', channel, data };
  if (side === 'floor')
    return {
      port: floor.port,
      path: `/say?times=${frames}${frames > 1 ? '&joined' : ''}`,
      body: JSON.stringify({ event: 'n', channel, data }),
      app: null,
      frames,
    };
  return frames === 1
    ? { port: server.port, path: '/apps/praca/events', body: JSON.stringify(event), app: app(), frames }
    : {
        port: server.port,
        path: '/apps/praca/batch_events',
        body: JSON.stringify({ batch: Array.from({ length: frames }, () => event) }),
        app: app(),
        frames,
      };
}

function app(): { key: string; secret: string } {
  const hex = deriveKeys(secretKey).realtime.toString('hex');
  return { key: hex.slice(0, 20), secret: hex.slice(20) };
}

function flood(): Promise<string> {
  const { port, path } = targetOf('ours', null);
  return floodFromOneNetwork({ clients, port, path, count: Number(values.flood) });
}

/** Memory that grows once and stays (compiled code, pools, heap tables) has grown after this. */
async function warmUp(count: number): Promise<void> {
  await order({ do: 'cycles', count: Math.ceil(count / 4), at: 100, to: targetOf('ours', 'visita-*') });
  await settled();
}

/** Each with a channel of its own, as people have. */
async function holdIdle(): Promise<string> {
  const count = Number(values.idle);
  await warmUp(count);
  const before = await server.ask<HeldSockets>({});
  const startedAt = performance.now();
  await order({ do: 'connect', count, to: targetOf('ours', 'pessoa-*') });
  const seconds = (performance.now() - startedAt) / 1_000;
  const during = await server.ask<HeldSockets>({});
  await order({ do: 'leave' });
  const each = (name: 'rssBytes' | 'heapBytes') => kilobytes((during[name] - before[name]) / count);
  return `- **idle**: ${during.sockets} of ${count} sockets held, connected and joined in ${seconds.toFixed(1)} s; ${each('rssBytes')} kB of memory each (${each('heapBytes')} kB of heap); the process is ${megabytes(during.rssBytes)} MB, before ${megabytes(before.rssBytes)} MB`;
}

async function comeAndGo(): Promise<string> {
  const count = Number(values.cycles);
  const before = await settled();
  await order({ do: 'cycles', count, at: 100, to: targetOf('ours', 'visita-*') });
  const after = await settled();
  const grown = (name: 'rssBytes' | 'heapBytes') => megabytes(after[name] - before[name]);
  return `- **come and gone**: after ${count} more sockets ${after.sockets} are in the heap (before ${before.sockets}), heap ${grown('heapBytes')} MB, memory ${grown('rssBytes')} MB more; ${await occupied()} channels left`;
}

/** The channel counts are published once a second. */
async function settled(): Promise<HeldSockets> {
  await sleep(2_500);
  return server.ask<HeldSockets>({});
}

async function occupied(): Promise<number> {
  const { Client } = await import('pg');
  const client = new Client(postgres.ownerUrl);
  await client.connect();
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from realtime_counts',
  );
  await client.end();
  return rows[0]!.count;
}

/** A hundred listeners of which one stops reading while many messages are sent. */
async function slowReader(): Promise<string> {
  const asked = { do: 'rounds', count: 150, window: busy, say: sayOf('ours', together, 9_000) } as const;
  await order({ do: 'connect', count: 100, to: targetOf('ours', channel) });
  const alone = await order<ClientReport>(asked);
  await order({ do: 'pause' });
  const beside = await order<ClientReport>(asked);
  const cut = await order<boolean>({ do: 'resume' });
  await order({ do: 'leave' });
  return `- **slow reader**: ${cut ? 'dropped' : 'NOT dropped'}; the others' p99 ${beside.p99Ms.toFixed(1)} ms beside it, ${alone.p99Ms.toFixed(1)} ms without it`;
}

function order<A = void>(given: Order): Promise<A> {
  return clients.ask<A>(given);
}

function median(samples: Sample[]): Sample {
  return samples.toSorted((a, b) => rate(a) - rate(b))[Math.floor(samples.length / 2)]!;
}

function rate({ deliveries, seconds }: ClientReport): number {
  return deliveries / seconds;
}

function row(name: string, ours: Sample, bare: Sample, target: string): string {
  const cells = [
    name,
    Math.round(rate(ours)),
    ours.p50Ms.toFixed(1),
    ours.p99Ms.toFixed(1),
    ours.cpuMs.toFixed(2),
    Math.round(rate(bare)),
    bare.p99Ms.toFixed(1),
    bare.cpuMs.toFixed(2),
    `**${(rate(ours) / rate(bare)).toFixed(2)}**`,
    (bare.cpuMs / ours.cpuMs).toFixed(2),
    target,
  ];
  const line = `| ${cells.join(' | ')} |`;
  say(line);
  return line;
}

function kilobytes(bytes: number): string {
  return (bytes / 1_024).toFixed(1);
}

function megabytes(bytes: number): string {
  return (bytes / 1_048_576).toFixed(1);
}

function say(line: string): void {
  console.log(line);
}
