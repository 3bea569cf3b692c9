import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** A checkout of a former version with its build. */
export interface FormerVersion {
  folder: string;
  /** Whether its stops answer requests on open connections, as they do since decision 119. */
  hasDrain: boolean;
  /** Removes the checkout, unless it was there before. */
  close(): Promise<void>;
}

const root = join(import.meta.dirname, '../..');
const firstRelease = 'Freeze the first release';

/**
 * Makes a checkout of a former version and builds it with the packages of its own lock file.
 * @param given a tag, a commit or the folder of a checkout; otherwise the newest tag, or the first release
 * @throws when git does not know the version, or its build fails
 */
export async function openFormerVersion(
  given: string | undefined,
  say: (line: string) => void,
): Promise<FormerVersion> {
  const isFolder = given !== undefined && existsSync(join(given, 'package.json'));
  const folder = isFolder ? resolve(given) : await checkOut(given ?? newestRelease());
  const close = async () => {
    if (isFolder) return;
    git(['worktree', 'remove', '--force', folder]);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    say(`versão anterior: ${git(['log', '-1', '--format=%h %s'], folder)}`);
    await installPackages(folder, say);
    await run(folder, process.execPath, ['server/process/build/build.ts']);
    return { folder, hasDrain: existsSync(join(folder, 'server/http/limits/drain.ts')), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The newest tag before the present commit; without tags, the commit that froze the first release. */
function newestRelease(): string {
  const { status, stdout } = spawnSync(
    'git',
    ['describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*', 'HEAD^'],
    { cwd: root, encoding: 'utf8' },
  );
  if (status === 0) return stdout.trim();
  const commit = git(['log', '--format=%H', '-1', `--grep=${firstRelease}`]);
  if (commit !== '') return commit;
  throw new Error(
    'O git daqui não tem uma versão anterior. Traga-a com git fetch --tags --unshallow, ou diga --former REF.',
  );
}

async function checkOut(reference: string): Promise<string> {
  const commit = git(['rev-parse', '--verify', `${reference}^{commit}`]);
  // In the project's folder, so that packages can be linked instead of copied.
  await mkdir(join(root, '.data'), { recursive: true });
  const folder = await mkdtemp(join(root, '.data', 'former-'));
  git(['worktree', 'add', '--force', '--detach', folder, commit]);
  return folder;
}

/** With an equal lock file the packages are linked from this checkout, otherwise installed. */
async function installPackages(folder: string, say: (line: string) => void): Promise<void> {
  const modules = join(folder, 'node_modules');
  if (existsSync(modules)) return;
  const [mine, theirs] = await Promise.all(
    [root, folder].map((each) => readFile(join(each, 'package-lock.json'), 'utf8')),
  );
  if (mine === theirs && spawnSync('cp', ['-al', join(root, 'node_modules'), modules]).status === 0) {
    // Caches that Vite writes again in place.
    for (const cache of ['.vite', '.cache']) await rm(join(modules, cache), { recursive: true, force: true });
    return;
  }
  await rm(modules, { recursive: true, force: true });
  say('instalando os pacotes da versão anterior…');
  await run(folder, 'npm', ['ci', '--no-audit', '--no-fund', '--include=dev', '--loglevel=error']);
}

/** @throws with the output of a command that fails */
function run(folder: string, command: string, args: string[]): Promise<void> {
  const child = spawn(command, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return new Promise((done, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? done() : reject(new Error(`${command} ${args.join(' ')}:\n${output.trim()}`)),
    );
  });
}

function git(args: string[], folder = root): string {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args[0]}: ${stderr.trim()}`);
  return stdout.trim();
}
