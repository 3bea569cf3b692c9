import type { StoredContent } from './contents.ts';

/** One complete backup. It is written last, so a backup that was interrupted has none. */
export interface Manifest {
  version: 1;
  /** Where the database came from, which decides how it is restored. */
  database: 'embedded' | 'external';
  /** The version of PostgreSQL, for example `18.4`. */
  postgres: string;
  /** By the database's clock: everything committed until then is in the set. */
  upTo: string;
  /** Applied migrations, functions and views, with the hash of their text. */
  migrations: Record<string, string>;
  /** A secret that only the installation's `SECRET_KEY` opens (decision 105); the key itself is in no backup. */
  keyCheck: { purpose: string; sealed: string } | null;
  /** Folders of the cluster, which PostgreSQL does not create. */
  folders: string[];
  /** Paths below `DATA_DIR`, and the dump of an external database. */
  files: Record<string, StoredContent>;
  /** Photos and files that the database names and the store did not have. */
  missing: string[];
}

/** The dump of an external database in a set. */
export const dumpPath = 'database.dump';
/** What of a set is the embedded cluster. */
export const clusterPrefix = 'postgres/';

/** Sums up a set for a line of output. */
export function describeSet({ files }: Manifest): string {
  const sizes = Object.values(files).map(({ size }) => size);
  const megabytes = sizes.reduce((sum, size) => sum + size, 0) / 1_048_576;
  return `${sizes.length} arquivos, ${megabytes.toFixed(1)} MB`;
}
