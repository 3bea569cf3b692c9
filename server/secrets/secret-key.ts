import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '#db/data-folder.ts';
import { fault } from '#db/fault.ts';
import { writeNewFile } from '#db/new-file.ts';
import { isStrongKey } from '#server/config/secret-strength.ts';
import type { Config } from '#server/config/config.ts';

type Place = Pick<Config, 'secretKey' | 'dataDir'>;

/** Where the generated secret is stored. */
export const secretKeyFile = ({ dataDir }: Pick<Place, 'dataDir'>) => join(dataDir, 'secret.key');

/**
 * The installation's secret: the setting, or one generated once and stored in the data folder, readable by its owner
 * only. If it is lost, everything sealed with it is lost: back it up with the database.
 * @throws a fault when the stored key is damaged, because an empty key would protect nothing
 */
export async function readSecretKey(config: Place): Promise<string> {
  const found = await findSecretKey(config);
  if (found !== null) return found;
  await makeFolder(config.dataDir);
  await writeNewFile(secretKeyFile(config), `${randomBytes(32).toString('hex')}\n`, 0o600);
  return readStored(secretKeyFile(config));
}

/**
 * The same without generating one.
 * @returns null where the setting and the file are missing
 * @throws a fault when the stored key is damaged
 */
export async function findSecretKey(config: Place): Promise<string | null> {
  if (config.secretKey !== null) return config.secretKey;
  const path = secretKeyFile(config);
  return existsSync(path) ? readStored(path) : null;
}

async function readStored(path: string): Promise<string> {
  const key = (await readFile(path, 'utf8')).trim();
  if (isStrongKey(key)) return key;
  throw fault(
    `A chave em ${path} está estragada. Traga-a de volta da cópia de segurança; apagar o arquivo faz outra, ` +
      'e o que foi selado com a antiga se perde.',
  );
}
