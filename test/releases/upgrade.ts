import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIfStale } from '#server/process/build/build.ts';
import { readOptions } from '#test/process/options.ts';
import { openFormerVersion } from './former-version.ts';
import { runSideBySide } from './side-by-side.ts';

/**
 * `npm run test:upgrade`: an upgrade without a pause, under load, from a former version that git has. Prints a row for
 * each phase; exits with 1 when an acknowledged purchase is missing, a request failed, or the books don't balance.
 *
 * --former REF   a tag, a commit, or the folder of a checkout; usually the newest tag, or the first release
 * --seconds S    how long each phase lasts (10)
 */
const { former, seconds } = readOptions({
  former: { type: 'string' },
  seconds: { type: 'string', default: '10' },
});
const say = (line: string) => console.log(line);
const dataDir = await mkdtemp(join(tmpdir(), 'praca-versions-'));
const version = await openFormerVersion(former, say);
try {
  await buildIfStale(say);
  const faults = await runSideBySide({ former: version, dataDir, seconds: Number(seconds), say });
  say(faults.length === 0 ? 'nada perdido, nada dobrado, livros inteiros' : faults.slice(0, 40).join('\n'));
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  await version.close();
  await rm(dataDir, { recursive: true, force: true });
}
