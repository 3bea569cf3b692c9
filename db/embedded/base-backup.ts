import { randomBytes } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';
import { fault } from '../fault.ts';

/** A file of the cluster: its path in the cluster, and its content in a file or in memory. */
export interface ClusterFile {
  path: string;
  content: { file: string } | { bytes: Buffer };
  /** Tables may be dropped during the copy; recovery then drops them again. */
  mayBeGone?: boolean;
}

/** Stores files; one that is gone is left out where it may be. */
export type StoreFiles = (files: readonly ClusterFile[]) => Promise<void>;

/** A copy of a running cluster. */
export interface BaseBackup {
  /** Every folder of the cluster, also those whose files are left out: PostgreSQL does not create them. */
  folders: string[];
  /** By the database's clock: everything committed until then is in the copy. */
  upTo: string;
}

/** Folders whose contents a base backup leaves out («Backing Up the Data Directory» of PostgreSQL's manual). */
const emptied =
  /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\//;
/** Files of the running server, of temporary tables and of caches. */
const leftOut =
  /(^|\/)(postmaster\.(pid|opts)|pgsql_tmp[^/]*|pg_internal\.init[^/]*|backup_label(\.old)?|tablespace_map(\.old)?|postgresql\.auto\.conf\.tmp|current_logfiles(\.tmp)?)(\/|$)/;
const controlFile = 'global/pg_control';
const walSegment = /^[0-9A-F]{24}$/;

/**
 * Copies a running cluster by PostgreSQL's low-level API. A temporary replication slot holds the log from the beginning
 * to the end, and belongs to the session: if this process dies, PostgreSQL ends the backup and drops the slot.
 * @param superuser a session of its own
 * @throws a fault for a cluster with tablespaces, whose files lie elsewhere
 */
export async function takeBaseBackup(
  superuser: Client,
  data: string,
  store: StoreFiles,
): Promise<BaseBackup> {
  await superuser.query('set statement_timeout = 0; set idle_session_timeout = 0');
  await superuser.query('select pg_create_physical_replication_slot($1, true, true)', [
    `praca_backup_${randomBytes(6).toString('hex')}`,
  ]);
  const { rows: begun } = await superuser.query<{ segment: string }>(
    `select pg_walfile_name(pg_backup_start('praca', fast => true)) as segment`,
  );
  const { folders, files } = await listCluster(data);
  const tables = files.filter((path) => path !== controlFile);
  await store(tables.map((path) => ({ path, content: { file: join(data, path) }, mayBeGone: true })));
  // Last, as pg_basebackup does, and in one read: it says from where to recover.
  await store([{ path: controlFile, content: { bytes: await readFile(join(data, controlFile)) } }]);
  const { rows: times } = await superuser.query<{ at: Date }>('select clock_timestamp() as at');
  const { rows: ended } = await superuser.query<Ended>(
    `select pg_walfile_name(lsn) as segment, labelfile as label, spcmapfile as tablespaces
    from pg_backup_stop(wait_for_archive => false)`,
  );
  const { segment, label, tablespaces } = ended[0]!;
  if (tablespaces.trim() !== '')
    throw fault('O banco tem tablespaces, que esta cópia não leva. Volte as tabelas à tablespace padrão.');
  await store([
    { path: 'backup_label', content: { bytes: Buffer.from(label) } },
    ...(await logFiles(join(data, 'pg_wal'), begun[0]!.segment, segment)),
  ]);
  return { folders, upTo: times[0]!.at.toISOString() };
}

interface Ended {
  segment: string;
  label: string;
  tablespaces: string;
}

async function listCluster(data: string): Promise<{ folders: string[]; files: string[] }> {
  const folders: string[] = [];
  const files: string[] = [];
  for (const entry of await readdir(data, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath.slice(data.length + 1), entry.name).replaceAll('\\', '/');
    if (leftOut.test(path)) continue;
    if (entry.isDirectory()) folders.push(path);
    else if (entry.isFile() && !emptied.test(path)) files.push(path);
  }
  return {
    folders: folders.filter((path) => !path.startsWith('pg_replslot/')).toSorted(),
    files: files.toSorted(),
  };
}

/** The log from the segment of the beginning to that of the end, without which the copy cannot become consistent. */
async function logFiles(folder: string, first: string, last: string): Promise<ClusterFile[]> {
  const names = (await readdir(folder)).toSorted();
  const segments = names.filter((name) => walSegment.test(name) && name >= first && name <= last);
  if (segments[0] !== first || segments.at(-1) !== last)
    throw fault('O PostgreSQL removeu o registro (WAL) durante a cópia. Rode npm run backup de novo.');
  const histories = names.filter((name) => name.endsWith('.history'));
  return [...histories, ...segments].map((name) => ({
    path: `pg_wal/${name}`,
    content: { file: join(folder, name) },
  }));
}
