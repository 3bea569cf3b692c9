import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { fault } from './fault.ts';

/**
 * Makes the folder of the data, and looks whether it can be written to: a disk that only reads, or is full, says so at
 * the first byte.
 * @throws a fault when it cannot be had
 */
export async function openDataFolder(folder: string): Promise<void> {
  try {
    await makeFolder(folder);
    const probe = join(folder, `.praca-${randomBytes(4).toString('hex')}`);
    await writeFile(probe, 'praca').finally(() => rm(probe, { force: true }));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOSPC') throw fault(`Não há espaço em disco para ${folder}.`, error);
    throw fault(
      `Não posso escrever na pasta de dados ${folder} (${message}). ` +
        'Rode a Praça com o dono dela, ou escolha outra pasta com DATA_DIR.',
      error,
    );
  }
}

/** Makes the folder and those above it. Node's own way (`recursive`) tries for ever below /proc, where nothing is made. */
export async function makeFolder(folder: string, mode = 0o777): Promise<void> {
  try {
    await mkdir(folder, { mode });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && (await stat(folder)).isDirectory()) return;
    if (code !== 'ENOENT' || dirname(folder) === folder) throw error;
    await makeFolder(dirname(folder), mode);
    await mkdir(folder, { mode }).catch(async (again: unknown) => {
      // Another process that starts at the same moment may have been first.
      if (!(await stat(folder).catch(() => null))?.isDirectory()) throw again;
    });
  }
}
