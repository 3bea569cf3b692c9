import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readPasswords } from './initialise.ts';
import type { ClusterLocation } from './location.ts';

/** The file in the data folder with port and logins of the cluster, in PostgreSQL's own format. */
export const serviceFile = 'pg_service.conf';

/**
 * Writes how to reach the cluster, readable by its owner only, so that any client of PostgreSQL enters without a
 * password typed: `PGSERVICEFILE=.data/pg_service.conf psql service=praca`.
 */
export async function writeServiceFile(
  dataDir: string,
  location: ClusterLocation,
  port: number,
): Promise<void> {
  const { owner, superuser } = await readPasswords(location);
  const section = (name: string, user: string, password: string) =>
    `[${name}]\nhost=127.0.0.1\nport=${port}\ndbname=praca\nuser=${user}\npassword=${password}\n`;
  const text = `${section('praca', 'praca_owner', owner)}\n${section('praca_superuser', 'postgres', superuser)}`;
  const path = join(dataDir, serviceFile);
  if ((await readFile(path, 'utf8').catch(() => '')) === text) return;
  const draft = `${path}.new-${randomBytes(4).toString('hex')}`;
  await writeFile(draft, text, { mode: 0o600 });
  await rename(draft, path);
}
