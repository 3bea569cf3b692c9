import { fault } from '#db/fault.ts';
import { configOfEnvironment } from '#server/config/config.ts';
import { backUp } from './backup.ts';
import { readOptions, runCommand, say } from './command-line.ts';
import { describeSet } from './manifest.ts';
import { removeSets } from './sets.ts';

const usage = 'npm run backup -- --to PASTA [--keep-days DIAS]';
const dayMs = 86_400_000;

await runCommand(async (signal) => {
  const given = readOptions({ to: { type: 'string' }, 'keep-days': { type: 'string' } }, usage);
  const keepDays = given['keep-days'];
  if (keepDays !== undefined && !/^[1-9]\d{0,3}$/.test(keepDays)) throw fault(`Escreva: ${usage}`);
  const config = configOfEnvironment();
  const root = given.to ?? config.backup.dir;
  if (!root) throw fault(`Diga a pasta das cópias: ${usage}, ou BACKUP_DIR.`);
  const began = performance.now();
  const { name, manifest, folder } = await backUp(config, root, say, signal);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  say(`Cópia completa em ${seconds} s: ${name}, ${describeSet(manifest)}.`);
  if (manifest.missing.length > 0)
    say(
      `Faltam na origem ${manifest.missing.length} arquivos que o banco cita; o primeiro é ${manifest.missing[0]}.`,
    );
  if (keepDays !== undefined) {
    const removed = await removeSets(folder, new Date(Date.now() - Number(keepDays) * dayMs));
    if (removed > 0) say(`Cópias com mais de ${keepDays} dias removidas: ${removed}.`);
  }
  return 0;
});
