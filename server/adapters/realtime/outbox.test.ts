import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Duplex } from 'node:stream';
import { expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { createOutbox, textFrame } from './outbox.ts';
import type { OutboxConnection } from './outbox.ts';

/** A connection that records what is written to it; a slow one never drains. */
function outlet({ slow = false } = {}) {
  const writes: Buffer[] = [];
  let dropped = false;
  const socket = new Duplex({
    write(chunk: Buffer, _encoding, done) {
      writes.push(chunk);
      if (!slow) done();
    },
  });
  const drop = () => void (dropped = true);
  const made: OutboxConnection = { socket, isOpen: () => true, drop, packet: null };
  return { ...made, outlet: made, writes, isDropped: () => dropped };
}

const nextTick = () => new Promise((resolve) => setImmediate(resolve));

test('messages of one tick are one write, in order, and connections with the same messages share the same bytes', async () => {
  const outbox = createOutbox(1_000);
  const [one, two, other] = [outlet(), outlet(), outlet()];
  for (const text of ['a', 'b', 'c']) for (const each of [one, two]) outbox.put(each.outlet, text);
  outbox.put(other.outlet, 'b');
  expect(one.writes).toEqual([]);
  await nextTick();
  expect(one.writes).toEqual([Buffer.concat(['a', 'b', 'c'].map(textFrame))]);
  expect(two.writes[0]!.buffer).toBe(one.writes[0]!.buffer);
  expect(other.writes).toEqual([textFrame('b')]);
  outbox.put(one.outlet, 'd');
  await nextTick();
  expect(one.writes.at(-1)).toEqual(textFrame('d'));
});

test('queued messages are written before the close frame, and closed connections get none', async () => {
  const outbox = createOutbox(1_000);
  const [leaving, gone, closed] = [outlet(), outlet(), outlet()];
  for (const each of [leaving, gone, closed]) outbox.put(each.outlet, 'a');
  outbox.flush(leaving.outlet);
  expect(leaving.writes).toEqual([textFrame('a')]);
  outbox.forget(gone.outlet);
  closed.outlet.isOpen = () => false;
  await nextTick();
  expect([leaving.writes.length, gone.writes.length, closed.writes.length]).toEqual([1, 0, 0]);
});

test('a reader that is too far behind is dropped instead of written to', async () => {
  const outbox = createOutbox(1_000);
  const slow = outlet({ slow: true });
  for (let round = 0; round < 4; round++) {
    outbox.put(slow.outlet, 'x'.repeat(600));
    await nextTick();
  }
  expect(slow.isDropped()).toBe(true);
  expect(slow.socket.writableLength).toBeLessThan(2_000);
});

test('frames of every size are decoded to what was sent', async () => {
  const server = createServer();
  const sockets = new WebSocketServer({ noServer: true });
  const texts = [0, 1, 125, 126, 65_535, 65_536, 100_000].map(
    (length) => 'ç'.repeat(length / 2) + 'x'.repeat(length % 2),
  );
  server.on('upgrade', (request, socket, head) =>
    sockets.handleUpgrade(request, socket, head, () => {
      for (const text of texts) socket.write(textFrame(text));
    }),
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const ws = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const heard: string[] = [];
  ws.on('message', (bytes: Buffer) => heard.push(bytes.toString()));
  await once(ws, 'open');
  await expect.poll(() => heard).toHaveLength(texts.length);
  expect(heard).toEqual(texts);
  ws.terminate();
  server.close();
});
