import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import Library from 'pusher';
import Client from 'pusher-js';
import { afterEach, describe, expect, test } from 'vitest';
import { connect } from '#db/connect.ts';
import { createTestDatabase } from '#test/database.ts';
import { databaseRuns, endPrograms, run, untilListening } from '#test/process/program.ts';
import type { Program } from '#test/process/program.ts';
import { clientOptions, nextEvent, subscribeTo } from '#test/notifications/realtime.ts';
import { deriveKeys } from '#server/secrets/keys.ts';

/** The site may have to be built first. */
const timeoutMs = 240_000;
const secretKey = 'ab'.repeat(32);

afterEach(endPrograms);

/** The child processes, read from Linux's /proc; the database server is not a child. */
async function childrenOf({ child: { pid } }: Program): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const found: number[] = [];
  for (const each of children.split(' ').filter(Boolean)) {
    const command = await readFile(`/proc/${each}/cmdline`, 'utf8').catch(() => '');
    if (command.includes('server/main.js')) found.push(Number(each));
  }
  return found;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const statusesOf = async (url: string, times: number) => {
  const answers = new Set<number>();
  for (let time = 0; time < times; time++)
    answers.add((await fetch(`${url}/readyz`, { headers: { connection: 'close' } })).status);
  return [...answers];
};

describe.skipIf(process.platform !== 'linux')(
  'several processes on a machine',
  { timeout: timeoutMs },
  () => {
    test('answer on one port, are replaced when they end, and all stop on a signal', async () => {
      const program = await run({ PORT: '0', WEB_CONCURRENCY: '2' });
      const url = await untilListening(program);
      const first = await childrenOf(program);
      expect(first).toHaveLength(3); // two for visitors, one for the work in the background
      const lines = program.output().split('\n').filter(Boolean);
      expect(lines.filter((line, at) => lines.indexOf(line) !== at)).toEqual([]);
      expect((await fetch(url)).status).toBe(200);
      expect(await statusesOf(url, 10)).toEqual([200]);

      const [victim] = first.slice(-1);
      process.kill(victim!, 'SIGKILL');
      // A killed process is listed as a child until it has ended.
      await expect
        .poll(program.output, { timeout: 30_000 })
        .toMatch(/Um processo do site terminou \(SIGKILL\); outro toma o lugar\./);
      await expect.poll(() => childrenOf(program), { timeout: 30_000 }).toHaveLength(3);
      await expect.poll(() => statusesOf(url, 10), { timeout: 30_000 }).toEqual([200]);

      const last = await childrenOf(program);
      program.child.kill('SIGTERM');
      for (const pid of last) process.kill(pid, 'SIGINT'); // as Ctrl-C of a terminal does
      expect(await program.ended).toBe(0);
      expect(last.filter(isAlive)).toEqual([]);
      expect(databaseRuns(program.dataDir)).toBe(false);
      expect(program.output().match(/Parando/g)).toHaveLength(1);
      expect(program.output()).not.toContain('✖');
    });

    test('cancel the start together and leave nothing running', async () => {
      const program = await run({ PORT: '0', WEB_CONCURRENCY: '2' });
      await expect.poll(() => childrenOf(program), { timeout: timeoutMs }).not.toEqual([]);
      const children = await childrenOf(program);
      program.child.kill('SIGTERM');
      expect(await program.ended).toBe(0);
      expect(children.filter(isAlive)).toEqual([]);
      expect(databaseRuns(program.dataDir)).toBe(false);
      expect(program.output()).not.toMatch(/A Praça está em|✖/);
    });

    test('end with the process that started them, even if it was killed', async () => {
      const program = await run({ PORT: '0', WEB_CONCURRENCY: '2' });
      await untilListening(program);
      const children = await childrenOf(program);
      program.child.kill('SIGKILL');
      await program.ended;
      await expect.poll(() => children.filter(isAlive), { timeout: 30_000 }).toEqual([]);
      // Uses the database that was left running, and stops it at its own end.
      const next = await run({ PORT: '0', DATA_DIR: program.dataDir });
      await untilListening(next);
      next.child.kill('SIGTERM');
      expect(await next.ended).toBe(0);
      expect(databaseRuns(program.dataDir)).toBe(false);
    });

    test('an event on one of them reaches the sockets of all', async () => {
      const database = await createTestDatabase();
      const db = connect(database.appUrl, { max: 1, applicationName: 'test' });
      const program = await run({
        PORT: '0',
        WEB_CONCURRENCY: '2',
        ROLE: 'web',
        SECRET_KEY: secretKey,
        DATABASE_URL: database.ownerUrl,
        DATABASE_APP_URL: database.appUrl,
        DATABASE_REPLICA_URL: database.appUrl,
      });
      const { port } = new URL(await untilListening(program));
      expect(await childrenOf(program)).toHaveLength(2);
      const hex = deriveKeys(secretKey).realtime.toString('hex');
      const library = new Library({
        appId: 'praca',
        key: hex.slice(0, 20),
        secret: hex.slice(20),
        host: '127.0.0.1',
        port,
        useTLS: false,
      });
      const clients = Array.from(
        { length: 4 },
        () => new Client(hex.slice(0, 20), clientOptions(Number(port))),
      );
      const channels = await Promise.all(clients.map((client) => subscribeTo(client, 'novidades')));
      const processes = sql<{
        here: number;
      }>`select count(distinct process_id)::int as here from realtime_counts
      where channel = 'novidades' and sockets > 0`;
      await expect
        .poll(async () => (await processes.execute(db)).rows[0], { timeout: 10_000 })
        .toEqual({ here: 2 });
      const copies = sql`select from pg_stat_activity
      where application_name = 'praca-copy' and datname = current_database()`;
      await expect.poll(async () => (await copies.execute(db)).rows.length).toBeGreaterThanOrEqual(2);
      for (const number of [1, 2, 3]) {
        const arrivals = channels.map((channel) => nextEvent(channel, `aviso-${number}`));
        await library.trigger('novidades', `aviso-${number}`, { number });
        expect(await Promise.all(arrivals)).toEqual(channels.map(() => ({ number })));
      }
      for (const client of clients) client.disconnect();
      await db.destroy();
      program.child.kill('SIGTERM');
      expect(await program.ended).toBe(0);
      await database.drop();
    });

    test('report once why they cannot start, and end the start', async () => {
      const store = createServer((_request, response) => response.writeHead(403).end());
      await once(store.listen(0, '127.0.0.1'), 'listening');
      const S3_ENDPOINT = `http://127.0.0.1:${(store.address() as AddressInfo).port}`;
      const bucket = { S3_BUCKET: 'arquivos', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'segredo' };
      const program = await run({ PORT: '0', WEB_CONCURRENCY: '3', S3_ENDPOINT, ...bucket });
      expect(await program.ended).toBe(1);
      expect(program.output().match(/✖ O armazém de arquivos .* recusou: 403/g)).toHaveLength(1);
      expect(program.output()).toContain('✖ Um processo das tarefas não conseguiu começar.');
      expect(databaseRuns(program.dataDir)).toBe(false);
      store.close();
    });

    test('report missing providers once, before one of them starts', async () => {
      const program = await run({ PORT: '0', WEB_CONCURRENCY: '3', ALLOW_SIMULATORS: '0' });
      expect(await program.ended).toBe(1);
      expect(program.output().match(/PAYMENT_PROVIDER: não há provedor de pagamentos/g)).toHaveLength(1);
      expect(program.output()).not.toContain('Criando as tabelas');
      expect(databaseRuns(program.dataDir)).toBe(false);
    });
  },
);
