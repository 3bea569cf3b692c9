import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '#db/data-folder.ts';
import { fault } from '#db/fault.ts';
import { writeNewFile } from '#db/new-file.ts';
import { isStrongKey } from '#server/config/secret-strength.ts';
import type { Config } from '#server/config/config.ts';

/**
 * The installation's secret: the setting, or one generated once and stored in the data folder, readable by its owner
 * only. If it is lost, everything sealed with it is lost: back it up with the database.
 * @throws a fault when the stored key is damaged, because an empty key would protect nothing
 */
export async function readSecretKey(config: Pick<Config, 'secretKey' | 'dataDir'>): Promise<string> {
  if (config.secretKey !== null) return config.secretKey;
  const path = join(config.dataDir, 'secret.key');
  await makeFolder(config.dataDir);
  if (!existsSync(path)) await writeNewFile(path, `${randomBytes(32).toString('hex')}\n`, 0o600);
  const key = (await readFile(path, 'utf8')).trim();
  if (isStrongKey(key)) return key;
  throw fault(
    `A chave em ${path} está estragada. Traga-a de volta da cópia de segurança; apagar o arquivo faz outra, ` +
      'e o que foi selado com a antiga se perde.',
  );
}
