import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverFlags } from '../../bin/server-flags.js';
import { builtProgram, sourceProgram } from './program-file.ts';

const base = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const folders: string[] = [];
const programs: Program[] = [];

export interface Program {
  child: ChildProcess;
  dataDir: string;
  /** All it said so far. */
  output: () => string;
  /** Its exit code. */
  ended: Promise<number | null>;
}

/** The program as `npm start` runs it, on a data folder of its own. */
export async function run(settings: Record<string, string>, flags: string[] = []): Promise<Program> {
  const dataDir = settings.DATA_DIR ?? (await dataFolder());
  const env = { PATH: process.env.PATH, DEMO: '0', ...settings, DATA_DIR: dataDir };
  const file = flags.includes('--dev') ? sourceProgram : await builtProgram();
  const child = fork(file, flags, { execArgv: serverFlags, silent: true, env });
  let output = '';
  child.stdout?.on('data', (chunk) => (output += chunk));
  child.stderr?.on('data', (chunk) => (output += chunk));
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const program = { child, output: () => output, ended, dataDir };
  programs.push(program);
  return program;
}

/** A folder for the data of a program, gone after the test. */
export async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(join(base, 'praca-main-'));
  folders.push(folder);
  await chmod(folder, 0o755);
  return folder;
}

/** @throws its output, when it exits before it listens */
export async function untilListening({ child, output, ended }: Program): Promise<string> {
  while (!output().includes('A Praça está em')) {
    await Promise.race([once(child.stdout!, 'data'), ended]);
    if (child.exitCode !== null) throw new Error(output());
  }
  return /A Praça está em (http:\/\/[^\s"]+)/.exec(output())![1]!;
}

export const databaseRuns = (dataDir: string) => existsSync(join(dataDir, 'postgres/data/postmaster.pid'));

/** Ends every program of the test and takes its data away. */
export async function endPrograms(): Promise<void> {
  for (const { child, ended } of programs.splice(0)) {
    if (child.exitCode === null) child.kill('SIGTERM');
    await ended;
  }
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
}
