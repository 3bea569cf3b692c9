import { sql } from 'kysely';
import { fault } from '#db/fault.ts';
import { providerOf, serviceProviders, services } from '#domain/settings/credentials.ts';
import type { Credentials, Service } from '#domain/settings/credentials.ts';
import type { Keys, Queryable, Tx } from '#server/context.ts';
import { seal, unseal } from '#server/secrets/seal.ts';
import { readServices } from '#server/config/services.ts';
import type { ServiceConfig } from '#server/config/services.ts';
import { reader } from '#server/config/environment.ts';
import type { Environment } from '#server/config/environment.ts';

/** An account that an administrator typed. */
export interface StoredAccount {
  service: Service;
  provider: string;
  values: Credentials;
  version: number;
  setAt: Date;
}

const bindingOf = (service: Service) => `credentials:${service}`;

export function sealAccount(keys: Keys, service: Service, values: Credentials): Buffer {
  return seal(keys.credentials, bindingOf(service), JSON.stringify(values));
}

/**
 * The stored accounts, unsealed.
 * @throws a fault when the installation's key is not the one they were sealed with
 */
export async function readAccounts(db: Queryable, keys: Keys): Promise<StoredAccount[]> {
  const { rows } = await sql<{
    service: Service;
    provider: string;
    sealed: Buffer;
    version: number;
    set_at: Date;
  }>`select service, provider, sealed, version, set_at from credentials order by service`.execute(db);
  return rows.map(({ sealed, set_at: setAt, ...row }) => ({
    ...row,
    setAt,
    values: open(keys, row.service, sealed),
  }));
}

/** Locks a service's account, so that changes are made one after the other. */
export async function lockService(tx: Tx, service: Service): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`credentials:${service}`}))`.execute(tx);
}

/** Whether the installation's key opens this sealed account. */
export function opensAccount(keys: Keys, service: Service, sealed: Buffer): boolean {
  try {
    unseal(keys.credentials, bindingOf(service), sealed);
    return true;
  } catch {
    return false;
  }
}

function open(keys: Keys, service: Service, sealed: Buffer): Credentials {
  try {
    return JSON.parse(unseal(keys.credentials, bindingOf(service), sealed)) as Credentials;
  } catch (error) {
    throw fault(
      `As credenciais de «${service}» guardadas no banco não abrem com esta SECRET_KEY. Use a chave de antes.`,
      error,
    );
  }
}

/** Whether the environment configures an account of the service; addresses alone do not. */
export function isInEnvironment(environment: Environment, service: Service): boolean {
  const names = serviceProviders[service].flatMap(({ fields, environment: named }) => [
    ...Object.keys(named({})),
    ...fields.filter(({ destination }) => !destination).map(({ name }) => name),
  ]);
  return names.some((name) => environment[name]?.trim());
}

/**
 * The environment with the stored accounts of those services that it does not configure. The two are never mixed within
 * a service: half an account of each would be a third one that no one intended.
 */
export function withAccounts(
  environment: Environment,
  accounts: readonly Pick<StoredAccount, 'service' | 'provider' | 'values'>[],
): Environment {
  const kept = accounts
    .filter(({ service }) => !isInEnvironment(environment, service))
    .map(({ service, provider, values }) => providerOf(service, provider)?.environment(values) ?? {});
  return Object.assign({}, ...kept, environment) as Environment;
}

/** Reads the services of an environment; its faults are returned with them. */
export function servicesOf(environment: Environment): { services: ServiceConfig; faults: string[] } {
  const faults: string[] = [];
  return { services: readServices(reader(environment, faults), faults), faults };
}

/** For each service a mark that changes with its stored account. */
export function marksOf(accounts: readonly StoredAccount[]): Map<Service, string> {
  return new Map(
    services.map((service) => {
      const account = accounts.find((one) => one.service === service);
      return [service, account ? `${account.version}|${account.setAt.toISOString()}` : ''];
    }),
  );
}
