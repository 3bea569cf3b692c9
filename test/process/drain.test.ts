import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { endPrograms, run, untilListening } from '#test/process/program.ts';
import type { Program } from '#test/process/program.ts';

/** The site may have to be built first. */
const timeoutMs = 120_000;
const open: Socket[] = [];

afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy();
  await endPrograms();
});

async function startProgram(): Promise<{ program: Program; port: number }> {
  const program = await run({ PORT: '0' });
  return { program, port: Number(new URL(await untilListening(program)).port) };
}

async function connectTo(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' });
  await once(socket, 'connect');
  open.push(socket);
  return socket;
}

/** The code of the error that a new connection gets, or `connected`. */
async function triedConnection(port: number): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1' });
  // A connection that waits to be accepted when the server stops listening is reset.
  socket.on('error', () => undefined);
  const outcome = await once(socket, 'connect').then(
    () => 'connected',
    ({ code }: { code: string }) => code,
  );
  socket.destroy();
  return outcome;
}

/** The head of the next reply. */
async function ask(socket: Socket, port: number): Promise<string> {
  socket.write(`GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
  return headOn(socket);
}

async function headOn(socket: Socket): Promise<string> {
  let text = '';
  while (!text.includes('\r\n\r\n')) {
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    text += chunk.toString('latin1');
  }
  return text.toLowerCase();
}

async function stop({ child, output }: Program): Promise<void> {
  child.kill('SIGTERM');
  while (!output().includes('Parando…')) await once(child.stdout!, 'data');
}

test(
  'a stop refuses new connections at once, and every open one gets its next reply',
  async () => {
    const { program, port } = await startProgram();
    const [used, unused, slow] = [await connectTo(port), await connectTo(port), await connectTo(port)];
    expect(await ask(used, port)).toContain('connection: keep-alive');
    slow.write(
      `POST /api/v1/sessions HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{`,
    );
    await stop(program);
    await expect.poll(() => triedConnection(port)).toBe('ECONNREFUSED');
    for (const socket of [used, unused]) {
      const head = await ask(socket, port);
      expect(head).toMatch(/^http\/1\.1 200 /);
      expect(head).toContain('connection: close');
    }
    const reply = headOn(slow);
    slow.write('}');
    expect(await reply).toMatch(/^http\/1\.1 4\d\d /);
    expect(await program.ended).toBe(0);
  },
  timeoutMs,
);

test(
  'a connection on which a browser never sent anything does not hold a stop up',
  async () => {
    const { program, port } = await startProgram();
    await connectTo(port);
    const since = performance.now();
    await stop(program);
    expect(await program.ended).toBe(0);
    expect(performance.now() - since).toBeLessThan(8_000);
  },
  timeoutMs,
);
