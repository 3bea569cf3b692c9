import { configOfProcess } from '#server/config/config.ts';
import { buildIfStale } from './build.ts';
import { checkDataFolder } from '../data-folder.ts';
import { explain } from '../explain.ts';
import { checkPort } from '../port.ts';

/** Builds for `npm start`. What would stop the server after a build of half a minute is said before it. */
try {
  const config = configOfProcess();
  if (config.role !== 'worker') await checkPort(config);
  await checkDataFolder(config);
  await buildIfStale((line) => process.stdout.write(`${line}\n`));
} catch (error) {
  process.stderr.write(`\n✖ ${explain(error)}\n\n`);
  process.exitCode = 1;
}
