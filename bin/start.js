import { join } from 'node:path';
import { buildParts, isFresh } from './build-stamp.js';
import { nodePath, prepare, root, run } from './launcher.js';
import { serverEnvironment, serverFlags } from './server-flags.js';

await prepare();
process.exitCode = (await build()) || (await start());

async function build() {
  if (Object.keys(buildParts).every(isFresh)) return 0;
  return run(nodePath(), [join(root, 'server/process/build/build-for-start.ts'), ...process.argv.slice(2)]);
}

function start() {
  const program = [...serverFlags, join(root, 'dist/server/main.js'), ...process.argv.slice(2)];
  return run(nodePath(), program, { guarded: true, env: { ...serverEnvironment, ...process.env } });
}
