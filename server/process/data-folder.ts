import { openDataFolder } from '#db/data-folder.ts';
import type { Config } from '#server/config/config.ts';

/**
 * Told before anything slow is done. Where database, key and files are elsewhere nothing is kept in the folder, and it
 * need not be there.
 * @throws a fault when it cannot be written to
 */
export async function refuseClosedFolder(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'secretKey' | 's3' | 'simulators'>,
): Promise<void> {
  const { dataDir, databaseUrl, secretKey, s3, simulators } = config;
  if (databaseUrl === null || secretKey === null || s3 === null || simulators) await openDataFolder(dataDir);
}
