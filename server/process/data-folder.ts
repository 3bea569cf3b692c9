import { openDataFolder } from '#db/data-folder.ts';
import type { Config } from '#server/config/config.ts';

/**
 * Checks that the data folder is writable before slow steps begin. If database, key and files are elsewhere, the folder
 * is not used and need not exist.
 * @throws a fault when the folder is not writable
 */
export async function checkDataFolder(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'secretKey' | 's3' | 'simulators'>,
): Promise<void> {
  const { dataDir, databaseUrl, secretKey, s3, simulators } = config;
  if (databaseUrl === null || secretKey === null || s3 === null || simulators) await openDataFolder(dataDir);
}
