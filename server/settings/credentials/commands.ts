import { createHash } from 'node:crypto';
import type { removeCredentials, setCredentials, testCredentials } from '#contract/settings/credentials.ts';
import type { Body, Reply } from '#contract/endpoint.ts';
import type { PendingProposal } from '#contract/staff/proposals.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { providerOf, renewCredentials } from '#domain/settings/credentials.ts';
import type { Credentials, Service, ServiceProvider } from '#domain/settings/credentials.ts';
import { fail } from '#domain/errors.ts';
import { can } from '#domain/staff/permissions.ts';
import type { Ctx, Queryable, Tx } from '#server/context.ts';
import { propose } from '#server/staff/proposals/open.ts';
import { serviceAdapters } from '#server/process/service-adapters.ts';
import type { ServiceConfig } from '#server/config/services.ts';
import { connectionTestOf, tryOut } from '#server/settings/connections.ts';
import type { AccountPayload } from './proposed.ts';
import { serviceState } from './queries.ts';
import {
  isInEnvironment,
  lockService,
  readAccounts,
  sealAccount,
  servicesOf,
  withAccounts,
} from './stored.ts';
import type { StoredAccount } from './stored.ts';

type Proposed = Reply<typeof setCredentials>;

/**
 * Proposes an account, sealed: the processes use it once a second admin confirmed (decision 74).
 * @throws `credentials_in_environment` where the environment configures the service, `settings_changed` after a change
 *   by another admin, `invalid_request` for invalid values
 */
export async function setAccount(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  input: Body<typeof setCredentials> & { service: Service },
): Promise<Proposed> {
  const { service } = input;
  checkMayChange(ctx, viewer, service);
  const before = await lockAccount(ctx, tx, input);
  const { provider, values } = composeAccount(ctx, input, before);
  const sealed = sealAccount(ctx.keys, service, values);
  const pending = await proposeAccount(ctx, tx, viewer, input, {
    before,
    sealed,
    provider,
    changed: changedLabels(provider, before, values),
  });
  return { ...(await serviceState(ctx, tx, service)), pending };
}

/** @throws `credentials_needed` where the service would have no adapter afterwards */
export async function removeAccount(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  input: Body<typeof removeCredentials> & { service: Service },
): Promise<Proposed> {
  checkMayChange(ctx, viewer, input.service);
  const before = await lockAccount(ctx, tx, input);
  const state = await serviceState(ctx, tx, input.service);
  if (!before) return { ...state, pending: null };
  if (!state.removable) fail('credentials_needed');
  const removal = { before, sealed: null, provider: null, changed: '' };
  return { ...state, pending: await proposeAccount(ctx, tx, viewer, input, removal) };
}

interface Change {
  before: StoredAccount | null;
  sealed: Buffer | null;
  provider: ServiceProvider | null;
  changed: string;
}

function proposeAccount(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  { service, basedOn, reason }: { service: Service; basedOn: number | null; reason: string },
  { before, sealed, provider, changed }: Change,
): Promise<PendingProposal> {
  const payload: AccountPayload = {
    serviceLabel: serviceWords[service],
    basedOn,
    provider: provider?.slug ?? null,
    sealedHash: sealed && createHash('sha256').update(sealed).digest('hex'),
    before: before?.provider ?? null,
    after: provider?.slug ?? null,
    changed,
  };
  return propose(ctx, tx, viewer, {
    kind: 'credentials',
    subjectId: 1,
    subjectKey: service,
    payload,
    ...(sealed && { sealed }),
    reason,
    before: { serviço: service, provedor: payload.before },
    after: { serviço: service, provedor: payload.after, mudou: changed },
  });
}

const serviceWords: Record<Service, string> = {
  payments: 'pagamentos',
  mail: 'e-mail',
  sms: 'SMS',
  push: 'avisos no aparelho',
  realtime: 'tempo real',
  sign_in: 'entrada por provedor',
};

/** Tests the typed credentials at the provider before they are stored. */
export async function tryAccount(
  ctx: Ctx,
  viewer: Viewer,
  input: Body<typeof testCredentials> & { service: Service },
): Promise<Reply<typeof testCredentials>> {
  checkMayChange(ctx, viewer, input.service);
  const before = await accountOf(ctx, ctx.db, input.service);
  const { services } = composeAccount(ctx, input, before);
  const config = { ...ctx.config, ...services };
  const adapters = serviceAdapters[input.service]({ ...ctx, config });
  return tryOut({ ...ctx, config, ...adapters }, connectionTestOf(input.service));
}

function checkMayChange({ config }: Ctx, viewer: Viewer, service: Service): void {
  const answer = can(viewer, 'change_settings', undefined);
  if (!answer.ok) fail(answer.reason);
  if (isInEnvironment(config.serviceEnvironment, service)) fail('credentials_in_environment');
}

async function accountOf(ctx: Ctx, db: Queryable, service: Service): Promise<StoredAccount | null> {
  const accounts = await readAccounts(db, ctx.keys);
  return accounts.find((account) => account.service === service) ?? null;
}

/** Locks the stored account; a version other than the one on the screen is refused. */
async function lockAccount(
  ctx: Ctx,
  tx: Tx,
  { service, basedOn }: { service: Service; basedOn: number | null },
): Promise<StoredAccount | null> {
  await lockService(tx, service);
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

/** The complete account, and the configuration of services with it. */
function composeAccount(
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

/** The labels of the changed fields; never their values. */
function changedLabels(provider: ServiceProvider, before: StoredAccount | null, now: Credentials): string {
  const old = before?.provider === provider.slug ? before.values : {};
  return provider.fields
    .filter(({ name }) => old[name] !== now[name])
    .map(({ label }) => label)
    .join(', ');
}
