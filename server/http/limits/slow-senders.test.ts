import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limitIdleConnections, disconnectSlowSenders } from './slow-senders.ts';

let app: FastifyInstance;
beforeAll(async () => {
  app = Fastify();
  disconnectSlowSenders(app, 150);
  app.addContentTypeParser('video/mp4', (_request, body, done) => done(null, body));
  app.post('/short', async () => 'all');
  app.post('/long', { config: { bodyTimeoutMs: 5_000 } }, async ({ body }) => {
    for await (const piece of body as AsyncIterable<Buffer>) void piece;
    return 'all';
  });
  app.post('/refused', { config: { bodyTimeoutMs: 5_000 } }, async () => 'nothing');
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

/** The answer to a body whose second half comes after a pause, and whether the connection was cut before. */
function sent(path: string, type: string, pauseMs: number): Promise<{ answer: string; cutOff: boolean }> {
  const { port } = app.server.address() as { port: number };
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    let rest = '"a';
    socket.on('data', (data) => (answer += data.toString()));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve({ answer, cutOff: rest !== '' }));
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: ${type}\r\nContent-Length: 4\r\n\r\n"a`,
    );
    setTimeout(() => {
      if (socket.destroyed) return;
      rest = '';
      socket.write('b"');
    }, pauseMs);
  });
}

test('a client that sends a body too slowly is disconnected, and one that is fast enough is not', async () => {
  const quick = await sent('/short', 'application/json', 10);
  expect(quick).toMatchObject({ answer: expect.stringContaining('all'), cutOff: false });
  expect(await sent('/short', 'application/json', 2_000)).toEqual({ answer: '', cutOff: true });
});

test('a long upload has the time limit of its route', async () => {
  const long = await sent('/long', 'video/mp4', 600);
  expect(long).toMatchObject({ answer: expect.stringContaining('all'), cutOff: false });
});

test('a client that was answered before its body ended has the usual time for the rest', async () => {
  const refused = await sent('/refused', 'video/mp4', 2_000);
  expect(refused).toMatchObject({ answer: expect.stringContaining('nothing'), cutOff: true });
});

describe('connections', () => {
  const megabytes = 64;
  let bound: FastifyInstance;
  beforeAll(async () => {
    bound = Fastify();
    limitIdleConnections(bound, 2_000, 3);
    bound.get('/large', async () => Buffer.alloc(megabytes * 2 ** 20));
    await bound.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => bound.close());

  const open = () => {
    const { port } = bound.server.address() as { port: number };
    return connect(port, '127.0.0.1').on('error', () => undefined);
  };
  const openNow = () => promisify(bound.server.getConnections.bind(bound.server))();
  const ask = 'GET /large HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';

  test('whose client sends requests and never reads are closed, those of slow readers are not (T100)', async () => {
    const deaf = open();
    deaf.write(ask);
    await expect.poll(openNow, { timeout: 5_000 }).toBe(1);
    await expect.poll(openNow, { timeout: 10_000 }).toBe(0);
    deaf.destroy();
    const slow = open();
    slow.write(ask);
    let read = 0;
    for await (const piece of slow) {
      read += piece.length;
      // Longer in total than one allowed silence.
      if (read < 2 ** 21) await sleep(80);
    }
    expect(read).toBeGreaterThan(megabytes * 2 ** 20);
  });

  test('beyond the maximum are closed, and there is room again when one ends', async () => {
    const [first] = [open(), open(), open()];
    await expect.poll(openNow).toBe(3);
    const tooMuch = open();
    await once(tooMuch.resume(), 'close');
    first!.destroy();
    await expect.poll(openNow).toBe(2);
    const welcome = open();
    welcome.write('GET /none HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(String((await once(welcome, 'data'))[0])).toContain('404');
  });
});
