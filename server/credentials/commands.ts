import { sql } from 'kysely';
import type {
  removeCredentials,
  ServiceState,
  setCredentials,
  tryCredentials,
} from '#contract/credentials.ts';
import type { Body, Reply } from '#contract/endpoint.ts';
import type { Viewer } from '#domain/accounts.ts';
import { providerOf, renewCredentials } from '#domain/credentials.ts';
import type { Credentials, Service, ServiceProvider } from '#domain/credentials.ts';
import { fail } from '#domain/errors.ts';
import { can } from '#domain/permissions.ts';
import type { Ctx, Queryable, Tx } from '#server/context.ts';
import { record } from '#server/events.ts';
import { serviceAdapters } from '#server/service-adapters.ts';
import type { ServiceConfig } from '#server/service-config.ts';
import { attemptOf, tryOut } from '#server/settings/connections.ts';
import { serviceState } from './queries.ts';
import { isInEnvironment, readAccounts, sealAccount, servicesOf, withAccounts } from './stored.ts';
import type { StoredAccount } from './stored.ts';

/**
 * Keeps an account, sealed. The processes use it after the commit.
 * @throws `credentials_in_environment` where the environment has the word, `settings_changed` when somebody was
 *   faster, `invalid_request` on values that cannot be
 */
export async function setAccount(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  input: Body<typeof setCredentials> & { service: Service },
): Promise<ServiceState> {
  refuseOthers(ctx, viewer, input.service);
  const before = await lockAccount(ctx, tx, input);
  const { provider, values } = composed(ctx, input, before);
  await sql`
    insert into credentials (service, provider, sealed, author_id)
    values (${input.service}, ${provider.slug}, ${sealAccount(ctx.keys, input.service, values)}, ${viewer.id})
    on conflict (service) do update set provider = excluded.provider, sealed = excluded.sealed,
      author_id = excluded.author_id, version = credentials.version + 1, set_at = market_now()`.execute(tx);
  await record(tx, {
    kind: 'settings.credentials_set',
    actor: viewer,
    subject: { kind: 'installation', id: 1 },
    data: {
      before: { serviço: input.service, provedor: before?.provider ?? null },
      after: {
        serviço: input.service,
        provedor: provider.slug,
        mudou: changedLabels(provider, before, values),
      },
      reason: input.reason,
    },
  });
  return serviceState(ctx, tx, input.service);
}

/** @throws `credentials_needed` where nothing could play the service then */
export async function removeAccount(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  input: Body<typeof removeCredentials> & { service: Service },
): Promise<ServiceState> {
  refuseOthers(ctx, viewer, input.service);
  const before = await lockAccount(ctx, tx, input);
  if (before) {
    if (!(await serviceState(ctx, tx, input.service)).removable) fail('credentials_needed');
    await sql`delete from credentials where service = ${input.service}`.execute(tx);
    await record(tx, {
      kind: 'settings.credentials_removed',
      actor: viewer,
      subject: { kind: 'installation', id: 1 },
      data: {
        before: { serviço: input.service, provedor: before.provider },
        after: { serviço: input.service, provedor: null },
        reason: input.reason,
      },
    });
  }
  return serviceState(ctx, tx, input.service);
}

/** Asks the provider with what is typed, before it is kept. */
export async function tryAccount(
  ctx: Ctx,
  viewer: Viewer,
  input: Body<typeof tryCredentials> & { service: Service },
): Promise<Reply<typeof tryCredentials>> {
  refuseOthers(ctx, viewer, input.service);
  const before = await accountOf(ctx, ctx.db, input.service);
  const { services } = composed(ctx, input, before);
  const config = { ...ctx.config, ...services };
  const adapters = serviceAdapters[input.service]({ ...ctx, config });
  return tryOut({ ...ctx, config, ...adapters }, attemptOf(input.service));
}

function refuseOthers({ config }: Ctx, viewer: Viewer, service: Service): void {
  const answer = can(viewer, 'change_settings', undefined);
  if (!answer.ok) fail(answer.reason);
  if (isInEnvironment(config.serviceEnvironment, service)) fail('credentials_in_environment');
}

async function accountOf(ctx: Ctx, db: Queryable, service: Service): Promise<StoredAccount | null> {
  const accounts = await readAccounts(db, ctx.keys);
  return accounts.find((account) => account.service === service) ?? null;
}

/** What is kept, while nobody else can change it; a version that is not the one the screen showed is refused. */
async function lockAccount(
  ctx: Ctx,
  tx: Tx,
  { service, basedOn }: { service: Service; basedOn: number | null },
): Promise<StoredAccount | null> {
  await sql`select pg_advisory_xact_lock(hashtext(${`credentials:${service}`}))`.execute(tx);
  const account = await accountOf(ctx, tx, service);
  if ((account?.version ?? null) !== basedOn) {
    const { setBy } = await serviceState(ctx, tx, service);
    fail('settings_changed', {
      detail: setBy
        ? `@${setBy.username} mudou estas credenciais enquanto você editava. Confira e repita.`
        : undefined,
    });
  }
  return account;
}

/** The whole account, and the configuration of services as it would be with it. */
function composed(
  ctx: Ctx,
  { service, provider: slug, values: typed }: { service: Service; provider: string; values: Credentials },
  before: StoredAccount | null,
): { provider: ServiceProvider; values: Credentials; services: ServiceConfig } {
  const provider =
    providerOf(service, slug) ??
    fail('invalid_request', { errors: { provider: 'Escolha um dos provedores deste serviço.' } });
  const values = renewCredentials(provider, typed, before?.provider === slug ? before.values : null);
  const environment = withAccounts(ctx.config.serviceEnvironment, [{ service, provider: slug, values }]);
  const { services, faults } = servicesOf(environment);
  const wrong = faults.map((line) => ({
    line,
    field: provider.fields.find(({ name }) => line.startsWith(`${name}:`)),
  }));
  const errors = Object.fromEntries(
    wrong.map(({ line, field }) => [
      field ? `values.${field.name}` : 'provider',
      field ? line.slice(field.name.length + 2) : line,
    ]),
  );
  if (faults.length > 0) fail('invalid_request', { errors });
  return { provider, values, services };
}

/** Which fields are others now, in the words of the screen; never what stands in them. */
function changedLabels(provider: ServiceProvider, before: StoredAccount | null, now: Credentials): string {
  const old = before?.provider === provider.slug ? before.values : {};
  return provider.fields
    .filter(({ name }) => old[name] !== now[name])
    .map(({ label }) => label)
    .join(', ');
}
