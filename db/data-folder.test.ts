import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeFolder, openDataFolder } from './data-folder.ts';

let base: string;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'praca-folder-'));
});
afterEach(() => rm(base, { recursive: true, force: true }));

test('twenty parallel calls create a folder and its parents once, and leave nothing in it', async () => {
  const folder = join(base, 'a', 'b', 'c');
  await Promise.all(Array.from({ length: 20 }, () => openDataFolder(folder)));
  expect(await readdir(folder)).toEqual([]);
  await expect(makeFolder(folder)).resolves.toBeUndefined();
});

test('a folder that cannot be created is reported at once', async () => {
  await writeFile(join(base, 'file'), '');
  await symlink(join(base, 'nowhere', 'at', 'all'), join(base, 'link'));
  const impossible = ['file', 'file/below', 'link'].map((name) => join(base, name));
  const ofLinux = process.platform === 'linux' ? ['/proc/praca', '/proc/praca/below', '/dev/null/praca'] : [];
  for (const folder of [...impossible, ...ofLinux])
    await expect(openDataFolder(folder), folder).rejects.toThrow(
      /^Não posso escrever na pasta de dados .*, ou escolha outra pasta com DATA_DIR\.$/,
    );
});
