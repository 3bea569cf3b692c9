import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.ts';

/**
 * The installation's secret: the setting, or one generated once and kept in the data folder, readable by its
 * owner only. Whoever loses it loses what was sealed with it: back it up with the database.
 */
export async function readSecretKey(config: Config): Promise<string> {
  if (config.secretKey !== null) return config.secretKey;
  const path = join(config.dataDir, 'secret.key');
  await mkdir(config.dataDir, { recursive: true });
  await writeFile(path, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' }).catch(
    keepExisting,
  );
  return (await readFile(path, 'utf8')).trim();
}

function keepExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
