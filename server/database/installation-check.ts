import { sql } from 'kysely';
import { connect } from '#db/connect.ts';
import { fault } from '#db/fault.ts';
import type { Service } from '#domain/settings/credentials.ts';
import type { Config } from '#server/config/config.ts';
import { missingProviders } from '#server/config/missing-providers.ts';
import type { Db } from '#server/context.ts';
import { secretKeyFault } from '#server/secrets/key-check.ts';

/**
 * Refuses, before a migration or anything else changes the database, a secret that is another installation's and missing
 * providers: what only the database can answer about the settings.
 * @throws a fault with a line for each setting that is wrong
 */
export async function refuseWrongInstallation(ownerUrl: string, config: Config): Promise<void> {
  const db = connect(ownerUrl, { max: 1, applicationName: 'praca-check' });
  try {
    const key = await secretKeyFault(db, config);
    const providers = config.simulators ? [] : missingProviders(config, await enteredServices(db));
    const faults = [...(key === null ? [] : [key]), ...providers];
    if (faults.length === 1) throw fault(faults[0]!);
    if (faults.length > 1)
      throw fault(`Há ajustes errados:\n${faults.map((line) => `  - ${line}`).join('\n')}`);
  } finally {
    await db.destroy();
  }
}

/** Services whose account is entered in the dashboard; none in a database that is still empty. */
export async function enteredServices(db: Db): Promise<Service[]> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass('public.credentials') is not null as found`.execute(db);
  if (!rows[0]!.found) return [];
  return (await sql<{ service: Service }>`select service from credentials`.execute(db)).rows.map(
    ({ service }) => service,
  );
}
