import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fault, isFault } from '#db/fault.ts';
import { serversOf } from '#db/servers.ts';
import { storeStream } from './contents.ts';
import type { BackupFolder, StoredContent } from './contents.ts';

type Tool = 'pg_dump' | 'pg_restore';

/**
 * Dumps an external database by the operator's own `pg_dump`, in one snapshot.
 * @param version of the server, for example `16.4`
 * @throws a fault when the tool is missing or older than the server, or fails
 */
export function storeDump(
  url: string,
  version: string,
  folder: BackupFolder,
  signal: AbortSignal,
): Promise<StoredContent> {
  refuseOldTool('pg_dump', version);
  return withPassfile(url, async (dbname) => {
    const flags = ['--format=custom', '--no-owner', '--no-password', `--dbname=${dbname}`];
    const dump = spawn('pg_dump', flags, { stdio: ['ignore', 'pipe', 'pipe'], signal });
    // A dump that ends early leaves a content that no set names.
    const [content, ended] = await Promise.allSettled([
      storeStream(folder, dump.stdout),
      endOf(dump, 'pg_dump'),
    ]);
    if (ended.status === 'rejected') throw ended.reason;
    if (content.status === 'rejected') throw content.reason;
    return content.value;
  });
}

/**
 * Fills an empty database by `pg_restore` in one transaction, so that a failure leaves it empty.
 * @throws a fault when the tool is missing or older than the dumped server, or fails; and what the dump throws
 */
export function restoreDump(
  url: string,
  version: string,
  dump: AsyncIterable<Buffer>,
  signal: AbortSignal,
): Promise<void> {
  refuseOldTool('pg_restore', version);
  return withPassfile(url, async (dbname) => {
    const flags = [
      '--single-transaction',
      '--exit-on-error',
      '--no-owner',
      '--no-password',
      `--dbname=${dbname}`,
    ];
    const restore = spawn('pg_restore', flags, { stdio: ['pipe', 'ignore', 'pipe'], signal });
    const [fed, ended] = await Promise.allSettled([
      pipeline(dump, restore.stdin),
      endOf(restore, 'pg_restore'),
    ]);
    if (fed.status === 'rejected' && isFault(fed.reason)) throw fed.reason;
    if (ended.status === 'rejected') throw ended.reason;
    if (fed.status === 'rejected') throw fed.reason;
  });
}

/** @throws a fault with what to install */
export function refuseOldTool(tool: Tool, serverVersion: string): void {
  const server = majorOf(serverVersion);
  const { stdout, error } = spawnSync(tool, ['--version'], { encoding: 'utf8' });
  const install = `Instale o cliente do PostgreSQL ${server} (no Debian: postgresql-client-${server}) e ponha-o no PATH.`;
  if (error) throw fault(`Não encontrei o ${tool}. ${install}`, error);
  const own = majorOf(/\) (\S+)/.exec(stdout)?.[1] ?? '0');
  if (own < server) throw fault(`O ${tool} do PATH é da versão ${own} e o banco é da ${server}. ${install}`);
}

const majorOf = (version: string) => Number.parseInt(version, 10);

/** Gives the tool the URL without its password, which other users of the machine could read, and a file with it. */
async function withPassfile<T>(url: string, work: (dbname: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'praca-passfile-'));
  try {
    const address = new URL(serversOf(url).current());
    const password = decodeURIComponent(address.password).replaceAll(/[\\:]/g, String.raw`\$&`);
    address.password = '';
    if (password !== '') {
      const passfile = join(folder, 'passfile');
      await writeFile(passfile, `*:*:*:*:${password}\n`, { mode: 0o600 });
      address.searchParams.set('passfile', passfile);
    }
    return await work(address.href);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @throws a fault with the first lines that the tool wrote */
function endOf(child: ChildProcess, tool: Tool): Promise<void> {
  let errors = '';
  child.stderr?.on('data', (chunk) => (errors = `${errors}${chunk}`.slice(0, 2_000)));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0
        ? resolve()
        : reject(fault(`O ${tool} falhou: ${errors.trim().split('\n').slice(0, 3).join(' ')}`)),
    );
  });
}
