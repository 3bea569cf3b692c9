import { isFault } from '#db/fault.ts';
import type { Config } from '#server/config/config.ts';
import { misspeltSettings } from '#server/config/config.ts';
import { withStoredAccounts } from '#server/settings/credentials/live.ts';
import { reachDatabase } from '#server/database/database.ts';
import { version } from '#server/version.ts';
import { secretKeyFault } from '#server/secrets/key-check.ts';
import { findSecretKey } from '#server/secrets/secret-key.ts';
import type { Inspection } from './command.ts';
import { databaseChecks } from './database-checks.ts';
import type { Finding } from './finding.ts';
import { openAsOwner, refuseMissingDatabase, versionFault } from './installation.ts';
import { machineChecks } from './machine-checks.ts';

/**
 * Reports the state of the installation, a line for each part: `ok`, `warn` or `fail`. It changes nothing, and goes on as
 * far as each part allows.
 */
export const check: Inspection = {
  usage: 'check',
  summary: 'Confere ajustes, chave, banco, relógio, disco, provedores, fila, prazos e contabilidade',
  takes: 0,
  async inspect(config, { say }) {
    let failed = false;
    const report = async ({ state, part, text }: Finding) => {
      failed ||= state === 'fail';
      await say(`${state.padEnd(4)}  ${part}: ${text}`);
    };
    await inspectAll(config, report);
    return failed ? 1 : 0;
  },
};

type Report = (finding: Finding) => Promise<void>;

async function inspectAll(readConfig: () => Config, report: Report): Promise<void> {
  await report({ state: 'ok', part: 'versão', text: version });
  for (const line of misspeltSettings()) await report({ state: 'warn', part: 'ajustes', text: line });
  const config = await read(readConfig, report);
  if (config === null) return;
  await report({ state: 'ok', part: 'ajustes', text: 'lidos' });
  for (const one of machineChecks) await report(await settled(one.part, () => one.run(config)));
  try {
    refuseMissingDatabase(config);
    const database = await reachDatabase(config, () => undefined, new AbortController().signal);
    try {
      await inspectDatabase(config, database.ownerUrl, report);
    } finally {
      await database.stop();
    }
  } catch (error) {
    await report({ state: 'fail', part: 'banco', text: firstLine(error) });
  }
}

async function read(readConfig: () => Config, report: Report): Promise<Config | null> {
  try {
    return readConfig();
  } catch (error) {
    if (!isFault(error)) throw error;
    const lines = error.message.split('\n').slice(1);
    for (const line of lines)
      await report({ state: 'fail', part: 'ajustes', text: line.replace(/^\s*- /, '') });
    return null;
  }
}

async function inspectDatabase(config: Config, ownerUrl: string, report: Report): Promise<void> {
  const db = openAsOwner({ ownerUrl });
  try {
    const otherVersion = await versionFault(ownerUrl);
    await report({
      state: otherVersion ? 'fail' : 'ok',
      part: 'banco',
      text: otherVersion ?? 'aberto, na versão deste código',
    });
    const key = await secretKeyFault(db, config);
    await report({ state: key ? 'fail' : 'ok', part: 'chave', text: key ?? 'abre o que o banco selou' });
    if (otherVersion !== null || key !== null) return;
    const secretKey = await findSecretKey(config);
    const stored = await withStoredAccounts({ ...config, secretKey }, db);
    for (const one of databaseChecks) await report(await settled(one.part, () => one.run(stored, db)));
  } finally {
    await db.destroy();
  }
}

/** A check that cannot be made counts as failed. */
async function settled(part: string, run: () => Promise<Omit<Finding, 'part'>>): Promise<Finding> {
  try {
    return { part, ...(await run()) };
  } catch (error) {
    return { part, state: 'fail', text: firstLine(error) };
  }
}

const firstLine = (error: unknown) => (error as Error).message.split('\n')[0]!;
