// Opens every place at three widths and in two themes: nothing is covered, and axe finds nothing. `npm test` opens a part.
import { join } from 'node:path';
import { findBrowser, nodePath, prepare, root, run } from './launcher.js';

await prepare();
const browser = findBrowser();
const isBuilt = (await run(nodePath(), [join(root, 'server/process/build/build.ts')])) === 0;
process.exitCode =
  browser !== null && isBuilt
    ? await run(
        join(root, 'node_modules/.bin/vitest'),
        ['run', '--project=e2e', 'test/e2e/cover', 'test/e2e/every-page.e2e.ts'],
        { env: { ...process.env, CHROMIUM_PATH: browser, EVERY_PLACE: '1' } },
      )
    : 1;
