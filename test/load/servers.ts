import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { startServerProcess } from '#test/process/server-process.ts';
import type { ServerProcess } from '#test/process/server-process.ts';

/** The same key for each run, so that a market filled once (`--keep`) can be used again. */
export const benchSecretKey = createHash('sha256').update('praca bench').digest('hex');

/** Our server as an operator would run it: production, one process, on this database. */
export function startPracaServer(
  databaseUrl: string,
  dataDir: string,
  environment: Record<string, string>,
): Promise<ServerProcess> {
  return startServerProcess({
    NODE_ENV: 'production',
    ALLOW_SIMULATORS: '1',
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    ...environment,
  });
}

export interface Floors {
  app: string;
  raw: string;
  stop(): Promise<void>;
}

/** The server of the floors. */
export async function startFloors(databaseUrl: string): Promise<Floors> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'floors.ts'), databaseUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, NODE_ENV: 'production' },
  });
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout!.once('data', (chunk: Buffer) => resolve(chunk.toString()));
    child.once('exit', () => reject(new Error('the floors did not start')));
  });
  const ports = JSON.parse(line) as { app: number; raw: number };
  return {
    app: `http://127.0.0.1:${ports.app}`,
    raw: `http://127.0.0.1:${ports.raw}`,
    stop: async () => void child.kill(),
  };
}
