import { fault } from '#db/fault.ts';
import { services } from '#domain/settings/credentials.ts';
import type { Service } from '#domain/settings/credentials.ts';
import type { Config } from '#server/config/config.ts';
import type { Ctx, Db } from '#server/context.ts';
import { serviceAdapters } from '#server/process/service-adapters.ts';
import type { ServiceConfig } from '#server/config/services.ts';
import { deriveKeys } from '#server/secrets/keys.ts';
import { marksOf, readAccounts, servicesOf, withAccounts } from './stored.ts';

/** The state of each service that this process uses. */
const running = new WeakMap<Db, Map<Service, string>>();

/** Sockets are open and browsers have the server's key, so a change of this service needs a restart. */
const restartServices: readonly Service[] = ['realtime'];

const settingOf: Readonly<Record<Service, keyof ServiceConfig>> = {
  payments: 'payments',
  mail: 'smtp',
  sms: 'twilio',
  push: 'fcm',
  realtime: 'pusher',
  sign_in: 'google',
};

/**
 * The configuration of a starting process, with the accounts that administrators typed.
 * @throws a fault when they cannot be opened or are invalid
 */
export async function withStoredAccounts(config: Config, db: Db): Promise<Config> {
  const accounts = await readAccounts(db, deriveKeys(config.secretKey ?? '', config.previousSecretKeys));
  const { services: read, faults } = servicesOf(withAccounts(config.serviceEnvironment, accounts));
  if (faults.length > 0)
    throw fault(
      `As credenciais guardadas em Configurações não servem:\n${faults.map((line) => `  - ${line}`).join('\n')}`,
    );
  running.set(db, marksOf(accounts));
  return { ...config, ...read };
}

/** Applies the stored accounts to this process; does nothing without a change. */
export async function renewAdapters(ctx: Ctx): Promise<void> {
  const accounts = await readAccounts(ctx.db, ctx.keys);
  const marks = marksOf(accounts);
  const before = running.get(ctx.db) ?? marksOf([]);
  running.set(ctx.db, before);
  const changed = services.filter(
    (service) => marks.get(service) !== before.get(service) && !restartServices.includes(service),
  );
  if (changed.length === 0) return;
  const { services: read, faults } = servicesOf(withAccounts(ctx.config.serviceEnvironment, accounts));
  if (faults.length > 0) return ctx.log.error({ faults }, 'kept credentials cannot be used');
  for (const service of changed) {
    const setting = settingOf[service];
    Object.assign(ctx.config, { [setting]: read[setting] });
    Object.assign(ctx, serviceAdapters[service](ctx));
    before.set(service, marks.get(service)!);
  }
  ctx.log.info({ services: changed }, 'credentials renewed');
}

/** Whether the service runs on another account than the stored one. */
export function needsRestart({ db }: Ctx, service: Service, mark: string): boolean {
  return restartServices.includes(service) && (running.get(db)?.get(service) ?? '') !== mark;
}

const checkEveryMs = 5_000;

/** Every process checks for accounts that another one changed. */
export function watchCredentials(ctx: Ctx): { stop(): void } {
  const timer = setInterval(
    () =>
      void renewAdapters(ctx).catch((error: unknown) => ctx.log.warn({ err: error }, 'credentials not read')),
    checkEveryMs,
  );
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
