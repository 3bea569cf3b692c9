import { resolve } from 'node:path';
import { fault } from '#db/fault.ts';
import { configOfEnvironment } from '#server/config/config.ts';
import { readOptions, runCommand, say } from './command-line.ts';
import { describeSet } from './manifest.ts';
import { copySecretKey, openSet, restoreSet } from './restore.ts';
import { drillSet, lineOf } from './verify.ts';

const usage = 'npm run restore -- --from PASTA --to PASTA_VAZIA [--set CÓPIA] [--verify]';
const options = {
  from: { type: 'string' },
  to: { type: 'string' },
  set: { type: 'string' },
  verify: { type: 'boolean' },
} as const;

await runCommand(async (signal) => {
  const { from, to, set: named, verify } = readOptions(options, usage);
  const config = configOfEnvironment();
  const root = from ?? config.backup.dir;
  if (!root || !to) throw fault(`Escreva: ${usage}`);
  const target = { dataDir: resolve(to), databaseUrl: config.backup.restoreDatabaseUrl };
  const began = performance.now();
  const set = await openSet(config, root, named);
  say(`Restaurando ${set.name}: ${describeSet(set.manifest)}…`);
  if (verify) {
    const { findings, summary } = await drillSet(config, set, target, signal);
    for (const line of [...findings.map(lineOf), ...summary]) say(line);
    return findings.some(({ state }) => state === 'fail') ? 1 : 0;
  }
  await restoreSet(set, target, signal);
  const withKey = await copySecretKey(config, target.dataDir);
  const database = set.manifest.database === 'external' ? ', DATABASE_URL = o banco restaurado' : '';
  say(`Restaurada em ${((performance.now() - began) / 1000).toFixed(1)} s.`);
  say(`Inicie com DATA_DIR=${target.dataDir}${database}${withKey ? '' : ' e a mesma SECRET_KEY'}: npm start`);
  return 0;
});
