import { sql } from 'kysely';
import type { listCredentials, ServiceState } from '#contract/settings/credentials.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { maskSecret, providerOf, services } from '#domain/settings/credentials.ts';
import type { Service } from '#domain/settings/credentials.ts';
import { can } from '#domain/staff/permissions.ts';
import type { Ctx, Queryable } from '#server/context.ts';
import { needsRestart } from './live.ts';
import { isInEnvironment, marksOf, readAccounts } from './stored.ts';
import type { StoredAccount } from './stored.ts';

/** The adapter of each service. Support sees its name, and nothing of the accounts. */
export async function listServices(ctx: Ctx, viewer: Viewer): Promise<Reply<typeof listCredentials>> {
  const editable = can(viewer, 'change_settings', undefined).ok;
  const accounts = await readAccounts(ctx.db, ctx.keys);
  const authors = await authorsOf(ctx.db);
  return {
    items: services.map((service) => stateOf(ctx, service, accounts, { authors, editable })),
    editable,
  };
}

/** One service, as an administrator sees it. */
export async function serviceState(ctx: Ctx, db: Queryable, service: Service): Promise<ServiceState> {
  const accounts = await readAccounts(db, ctx.keys);
  return stateOf(ctx, service, accounts, { authors: await authorsOf(db), editable: true });
}

async function authorsOf(db: Queryable): Promise<Map<Service, string>> {
  const { rows } = await sql<{ service: Service; username: string }>`
    select service, username::text from credentials join users on users.id = author_id`.execute(db);
  return new Map(rows.map(({ service, username }) => [service, username]));
}

function stateOf(
  ctx: Ctx,
  service: Service,
  accounts: readonly StoredAccount[],
  { authors, editable }: { authors: ReadonlyMap<Service, string>; editable: boolean },
): ServiceState {
  const account = accounts.find((one) => one.service === service);
  const byEnvironment = isInEnvironment(ctx.config.serviceEnvironment, service);
  const mark = marksOf(accounts).get(service)!;
  const username = authors.get(service);
  return {
    service,
    source: byEnvironment ? 'environment' : account ? 'screen' : defaultAdapter(ctx, service),
    provider: byEnvironment ? inUse(ctx, service) : (account?.provider ?? null),
    version: account?.version ?? null,
    setBy: account && username ? { username } : null,
    setAt: account?.setAt.toISOString() ?? null,
    waitsForRestart: !byEnvironment && needsRestart(ctx, service, mark),
    removable: account !== undefined && (ctx.config.simulators || defaultAdapter(ctx, service) !== 'none'),
    kept: editable && account ? shownValuesOf(account) : {},
  };
}

/** The kind of adapter that is used without an account. */
function defaultAdapter({ config }: Ctx, service: Service): 'own' | 'simulator' | 'none' {
  if (service === 'push' || service === 'realtime') return 'own';
  return config.simulators ? 'simulator' : 'none';
}

/** The name of the adapter in use. */
function inUse({ config, payments, mail, sms }: Ctx, service: Service): string | null {
  if (service === 'payments') return payments.name;
  if (service === 'mail') return mail.name;
  if (service === 'sms') return sms.name;
  if (service === 'push') return config.fcm && 'fcm';
  if (service === 'realtime') return config.pusher && 'pusher';
  return config.google && 'google';
}

function shownValuesOf({ service, provider, values }: StoredAccount): Record<string, string> {
  const fields = providerOf(service, provider)?.fields ?? [];
  const shown = fields.flatMap(({ name, secret }) => {
    const value = values[name];
    return value === undefined ? [] : [[name, secret ? maskSecret(value) : value] as const];
  });
  return Object.fromEntries(shown);
}
