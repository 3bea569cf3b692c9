import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fault } from '../fault.ts';
import { temporaryPrefix, deleteAbandonedFolders } from './temporary-folders.ts';
import type { ClusterLocation } from './location.ts';

/** Generated once per cluster and kept beside its data, readable by its owner only. */
export type Passwords = { superuser: string; owner: string; app: string };

/** The first one the system knows. C.UTF-8 sorts by code point everywhere; macOS lacks it. */
const locales = ['C.UTF-8', 'en_US.UTF-8', 'C'];

/**
 * Makes the cluster when there is none. It is made beside its place and renamed into it, so a crash half way
 * leaves nothing that looks like a database, and of two processes starting at once one simply wins.
 */
export async function initialiseCluster(
  location: ClusterLocation,
  log: (line: string) => void,
): Promise<void> {
  await deleteAbandonedFolders(location.root);
  if (existsSync(join(location.data, 'PG_VERSION'))) return;
  if (!location.volatile) log('Criando o banco de dados…');
  const draft = await mkdtemp(temporaryPrefix(location.root));
  try {
    await writePasswords(location, draft);
    if (location.user) await chown(draft, location.user.uid, location.user.gid);
    await initialiseWithSomeLocale(location, draft);
    await rename(draft, location.root).catch((error: unknown) => {
      if (!existsSync(join(location.data, 'PG_VERSION'))) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** The passwords of an existing cluster. */
export async function readPasswords(location: ClusterLocation): Promise<Passwords> {
  try {
    return JSON.parse(await readFile(location.passwordFile, 'utf8')) as Passwords;
  } catch (error) {
    throw fault(`Não consigo ler as senhas do banco em ${location.passwordFile}.`, error);
  }
}

async function writePasswords(location: ClusterLocation, draft: string): Promise<void> {
  const [superuser, owner, app] = [0, 1, 2].map(() => randomBytes(24).toString('hex'));
  await writeAsUser(location, join(draft, 'passwords.json'), JSON.stringify({ superuser, owner, app }));
  await writeAsUser(location, join(draft, 'initial'), `${superuser}\n`);
}

async function writeAsUser(location: ClusterLocation, path: string, text: string): Promise<void> {
  await writeFile(path, text, { mode: 0o600 });
  if (location.user) await chown(path, location.user.uid, location.user.gid);
}

async function initialiseWithSomeLocale(location: ClusterLocation, draft: string): Promise<void> {
  let output = '';
  for (const locale of locales) {
    const result = await runInitdb(location, draft, locale);
    if (result.code === 0) return rm(join(draft, 'initial'));
    output = result.output;
    if (!/locale/i.test(output)) break;
    await rm(join(draft, 'data'), { recursive: true, force: true });
  }
  if (/no space left/i.test(output))
    throw fault(`Não há espaço em disco para o banco de dados em ${location.root}.`);
  throw fault(`O initdb falhou em ${location.root}:\n${output.trim()}`);
}

function runInitdb(
  location: ClusterLocation,
  draft: string,
  locale: string,
): Promise<{ code: number | null; output: string }> {
  const flags = [
    `--pgdata=${join(draft, 'data')}`,
    `--pwfile=${join(draft, 'initial')}`,
    '--username=postgres',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    `--locale=${locale}`,
    '--lc-messages=C',
    '--data-checksums',
    ...(location.volatile ? ['--no-sync'] : []),
  ];
  return new Promise((resolve, reject) => {
    const child = spawn(location.initdb, flags, { ...location.user, cwd: draft, env: { LC_ALL: locale } });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}
