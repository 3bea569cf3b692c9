import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { startEmbedded } from '#db/embedded.ts';
import { databaseRuns, dataFolder, endPrograms, run, untilListening } from '#test/process/program.ts';

/** The site may have to be built first. */
const timeoutMs = 120_000;

afterEach(endPrograms);

describe('the program', { timeout: timeoutMs }, () => {
  test('stops cleanly on a signal, together with its database', async () => {
    const program = await run({ PORT: '0' });
    await untilListening(program);
    expect(databaseRuns(program.dataDir)).toBe(true);
    program.child.kill('SIGTERM');
    program.child.kill('SIGINT'); // the same keystroke, forwarded by npm
    expect(await program.ended).toBe(0);
    expect(program.output()).not.toContain('sem esperar');
    expect(databaseRuns(program.dataDir)).toBe(false);
  });

  test('renders its first page completely in development too', async () => {
    const program = await run({ PORT: '0' }, ['--dev']);
    await untilListening(program);
    const [url] = /http:\/\/\S+/.exec(program.output())!;
    expect((await fetch(url)).status).toBe(200);
  });

  // Finds a session's process by its parent in Linux's /proc.
  test.skipIf(process.platform !== 'linux')(
    'survives a crashed database session, and answers that it is busy meanwhile',
    async () => {
      const program = await run({ PORT: '0' });
      await untilListening(program);
      const [url] = /http:\/\/\S+/.exec(program.output())!;
      const postmaster = (
        await readFile(join(program.dataDir, 'postgres/data/postmaster.pid'), 'utf8')
      ).split('\n')[0];
      const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
      process.kill(Number(children.trim().split(' ').at(-1)), 'SIGKILL');
      const answers = new Set<number>();
      for (let ready = 0; ready < 5; ready++) {
        const { status } = await fetch(`${url}/readyz`);
        answers.add(status);
        if (status !== 200) ready = 0;
      }
      expect([...answers].filter((status) => status !== 200 && status !== 503)).toEqual([]);
      expect(program.child.exitCode).toBeNull();
      program.child.kill('SIGTERM');
      expect(await program.ended).toBe(0);
    },
  );

  test('stops on a signal although its database is gone', async () => {
    const folder = await dataFolder();
    const postgres = await startEmbedded({ dataDir: folder, log: () => undefined });
    const database = { DATABASE_URL: postgres.ownerUrl, DATABASE_APP_URL: postgres.appUrl };
    const program = await run({ PORT: '0', ...database });
    await untilListening(program);
    await postgres.stop();
    program.child.kill('SIGTERM');
    expect(await program.ended).toBe(0);
  });

  test('stops when its launcher is killed', async () => {
    const program = await run({ PORT: '0' });
    await untilListening(program);
    program.child.disconnect();
    expect(await program.ended).toBe(0);
    expect(databaseRuns(program.dataDir)).toBe(false);
  });

  test('does not touch a demo market that another process is filling', async () => {
    const filling = await run({ PORT: '0', DEMO: '1' });
    const isFilling = () => filling.output().includes('Montando a praça');
    while (!isFilling()) await once(filling.child.stdout!, 'data');
    const second = await run({ PORT: '0', DEMO: '1', DATA_DIR: filling.dataDir });
    await untilListening(second);
    expect(second.output()).toContain('Outro processo está montando a praça');
    expect(second.output()).not.toMatch(/pela metade|Migração|tabelas/);
    expect(filling.child.exitCode).toBeNull();
    for (const { child } of [second, filling]) child.kill('SIGTERM');
    expect(await Promise.all([second.ended, filling.ended])).toEqual([0, 0]);
    const third = await run({ PORT: '0', DEMO: '1', DATA_DIR: filling.dataDir });
    while (!third.output().includes('Montando a praça')) await once(third.child.stdout!, 'data');
    expect(third.output()).toContain('pela metade');
    third.child.kill('SIGTERM');
    expect(await third.ended).toBe(0);
    expect(databaseRuns(filling.dataDir)).toBe(false);
  });

  test('reports that its database went away during the start', async () => {
    const program = await run({ PORT: '0', DEMO: '1' });
    while (!program.output().includes('Montando a praça')) await once(program.child.stdout!, 'data');
    const pidFile = await readFile(join(program.dataDir, 'postgres/data/postmaster.pid'), 'utf8');
    process.kill(Number(pidFile.split('\n')[0]), 'SIGKILL');
    expect(await program.ended).toBe(1);
    expect(program.output()).toContain('✖ O banco de dados caiu durante a partida');
    expect(program.output()).not.toMatch(/^ +at /m);
  });

  test('cancels the start on a signal', async () => {
    const program = await run({ PORT: '0' });
    while (!program.output().includes('Criando as tabelas')) await once(program.child.stdout!, 'data');
    program.child.kill('SIGINT');
    expect(await program.ended).toBe(0);
    expect(program.output()).not.toContain('A Praça está em');
    expect(databaseRuns(program.dataDir)).toBe(false);
  });

  test('cancels the start at whatever moment the signal comes, once its database runs', async () => {
    const first = await run({ PORT: '0' });
    await untilListening(first);
    first.child.kill('SIGTERM');
    await first.ended;
    for (const afterMs of [50, 200, 400]) {
      const program = await run({ PORT: '0', DATA_DIR: first.dataDir });
      while (!databaseRuns(first.dataDir)) await sleep(10);
      await sleep(afterMs);
      program.child.kill('SIGTERM');
      expect(await program.ended).toBe(0);
      expect(databaseRuns(first.dataDir)).toBe(false);
    }
  });
});

describe('what the start refuses', { timeout: timeoutMs }, () => {
  test('a taken port, with a hint how to choose another, before any slow step', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const program = await run({ PORT: String(port) });
    expect(await program.ended).toBe(1);
    expect(program.output().trim()).toBe(
      `✖ A porta ${port} já está ocupada. Escolha outra: PORT=${port + 1} npm start`,
    );
    other.close();
  });

  test('wrong settings, all at once and without a stack', async () => {
    const program = await run({ PORT: 'três mil', ROLE: 'rei' });
    expect(await program.ended).toBe(1);
    expect(program.output().trim().split('\n')).toEqual([
      '✖ Há ajustes errados:',
      expect.stringMatching(/PORT/),
      expect.stringMatching(/ROLE/),
    ]);
  });

  test('another key than that of its database, after naming a misspelt setting', async () => {
    const first = await run({ PORT: '0', SECRET_KEY: randomBytes(32).toString('hex') });
    await untilListening(first);
    first.child.kill('SIGTERM');
    await first.ended;
    const settings = { SECRET_KEY: randomBytes(32).toString('hex'), SECRET_KEY_PREVIOS: 'x' };
    const program = await run({ PORT: '0', DATA_DIR: first.dataDir, ...settings });
    expect(await program.ended).toBe(1);
    expect(program.output().trim().split(/\n+/)).toEqual([
      'SECRET_KEY_PREVIOS: não é um ajuste da Praça e não vale nada; será SECRET_KEY_PREVIOUS?',
      expect.stringMatching(/^✖ SECRET_KEY: não é a chave deste banco\./),
    ]);
  });

  test('a data folder that is a file', async () => {
    const program = await run({ PORT: '0', DATA_DIR: join(import.meta.dirname, 'main.ts') });
    expect(await program.ended).toBe(1);
    expect(program.output()).toMatch(/Não posso escrever na pasta de dados .*DATA_DIR/);
  });

  // There, Node's recursive mkdir never returns.
  test.skipIf(process.platform !== 'linux').each(['/proc/praca/dados', '/dev/null/dados'])(
    'a data folder that cannot be created (%s), at once and before any slow step',
    async (dataDir) => {
      const others: Record<string, string>[] = [
        {},
        { DATABASE_URL: 'postgres://127.0.0.1:1/nada' },
        { WEB_CONCURRENCY: '2' },
      ];
      for (const settings of others) {
        const program = await run({ PORT: '0', DATA_DIR: dataDir, ...settings });
        expect(await Promise.race([program.ended, sleep(20_000, 'still trying')])).toBe(1);
        expect(program.output().trim()).toMatch(/^✖ Não posso escrever na pasta de dados .*DATA_DIR\.$/);
      }
    },
  );
});
