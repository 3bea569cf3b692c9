import { resolve } from 'node:path';
import type { SettingsReader } from './environment.ts';
import { isStrongKey, looksRandom, secretBytes } from './secret-strength.ts';

export interface BackupSettings {
  /** The folder of the backups. `null`: it is given with each command, and no background work checks it. */
  readonly dir: string | null;
  /** Encrypts the backups; `SECRET_KEY` does not open them. `null`: none are made. */
  readonly key: string | null;
  /** The empty database that a dump is restored to. The command line would show its password to others. */
  readonly restoreDatabaseUrl: string | null;
}

/** The folder and the key of backups. */
export function readBackup(read: SettingsReader, faults: string[]): BackupSettings {
  const dir = read.text('BACKUP_DIR');
  const key = read.text('BACKUP_KEY');
  if (key !== null && !(isStrongKey(key) && looksRandom(key)))
    faults.push(
      `BACKUP_KEY: precisa de ${secretBytes} bytes ao acaso ou mais, em hexadecimal ou base64 (openssl rand -hex 32).`,
    );
  const restoreDatabaseUrl = read.database('RESTORE_DATABASE_URL');
  return { dir: dir === null ? null : resolve(dir), key, restoreDatabaseUrl };
}
