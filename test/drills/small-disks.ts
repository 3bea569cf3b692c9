import { execFileSync, spawnSync } from 'node:child_process';
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isRoot } from '#db/embedded/user.ts';

/** A disk of its own in memory, which can be filled to its last byte. */
export interface SmallDisk {
  fill(): void;
  free(): void;
  close(): void;
}

/** What is missing here for a small disk, in Portuguese; `null` if nothing is. */
export function disksFault(): string | null {
  if (process.platform !== 'linux') return 'O disco cheio usa um tmpfs do Linux; aqui não há.';
  if (!isRoot()) return 'O disco cheio precisa de root, para montar um disco pequeno (tmpfs).';
  const isMissing = spawnSync('mount', ['--version']).error !== undefined;
  return isMissing ? 'Falta o programa mount (apt-get install mount).' : null;
}

/**
 * Moves a folder with its content onto a disk of this size.
 * @throws when it can't be mounted, which a container may forbid
 */
export function mountOver(folder: string, megabytes: number): SmallDisk {
  const { uid, gid } = statSync(folder);
  const aside = `${folder}.aside`;
  const options = `size=${megabytes}m,mode=700,uid=${uid},gid=${gid}`;
  const filler = join(folder, 'filler');
  execFileSync('cp', ['-a', folder, aside]);
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]);
  execFileSync('cp', ['-a', `${aside}/.`, folder]);
  rmSync(aside, { recursive: true });

  function close(): void {
    process.off('exit', close);
    spawnSync('umount', ['--lazy', folder]);
  }

  process.once('exit', close);
  return {
    /** `dd` ends with an error once nothing more fits. */
    fill: () => void spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=16k'], { stdio: 'ignore' }),
    free: () => rmSync(filler, { force: true }),
    close,
  };
}
