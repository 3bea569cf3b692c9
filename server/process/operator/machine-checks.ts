import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { openDataFolder } from '#db/data-folder.ts';
import type { Config } from '#server/config/config.ts';
import { createLog } from '#server/log.ts';
import { storesOf } from '#server/process/build-context.ts';
import { checkStorage } from '#server/process/storage-check.ts';
import type { Finding } from './finding.ts';

interface MachineCheck {
  part: string;
  run: (config: Config) => Promise<Omit<Finding, 'part'>>;
}

const gigabyte = 1_073_741_824;
/** Below one the database of a busy day may not fit; below the other it stops soon. */
const scarceBytes = 2 * gigabyte;
const exhaustedBytes = gigabyte / 4;
const missingPhotoKey = '0'.repeat(32);

/** What is checked without the database. */
export const machineChecks: readonly MachineCheck[] = [
  { part: 'disco', run: checkDisk },
  { part: 'arquivos', run: checkFiles },
];

async function checkDisk({ dataDir, databaseUrl, s3 }: Config): Promise<Omit<Finding, 'part'>> {
  if (!existsSync(dataDir)) {
    if (databaseUrl && s3)
      return { state: 'ok', text: 'nada fica nesta máquina: o banco é externo, e os arquivos, de um bucket' };
    return { state: 'warn', text: `${dataDir} ainda não existe; confira DATA_DIR` };
  }
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  const text = `${(free / gigabyte).toFixed(1)} GB livres em ${dataDir}`;
  if (free < exhaustedBytes) return { state: 'fail', text };
  return { state: free < scarceBytes ? 'warn' : 'ok', text };
}

async function checkFiles(config: Config): Promise<Omit<Finding, 'part'>> {
  const { s3, dataDir } = config;
  if (s3 === null) {
    if (existsSync(dataDir)) await openDataFolder(dataDir);
    return { state: 'ok', text: dataDir };
  }
  const stores = storesOf(config, createLog('silent'));
  await checkStorage({ config, ...stores });
  // A store that is down refuses no start, but a person who checks wants to know.
  await stores.images.exists(missingPhotoKey);
  return { state: 'ok', text: `bucket ${s3.bucket} em ${new URL(s3.endpoint).host}` };
}
