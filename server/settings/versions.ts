import { sql } from 'kysely';
import type { Body, Reply } from '#contract/endpoint.ts';
import type { PendingProposal } from '#contract/staff/proposals.ts';
import type {
  changeSettings as changeEndpoint,
  SettingVersion,
  getStaffSettings,
  previewSettings,
} from '#contract/settings/settings.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { splitSale } from '#domain/ledger/fees.ts';
import { plans } from '#domain/listings/listings.ts';
import { finalOrderStates } from '#domain/orders/orders.ts';
import { can } from '#domain/staff/permissions.ts';
import { manualClosedBecause } from '#domain/payments/methods.ts';
import type { Rules } from '#domain/settings/rules.ts';
import { completeRules } from '#domain/settings/rules.ts';
import { isEnteredCompany } from '#domain/settings/company.ts';
import { settingFields } from '#domain/settings/fields.ts';
import type { SettingField } from '#domain/settings/groups.ts';
import { needsTwoPeople } from '#domain/settings/one-person-settings.ts';
import {
  changeRules,
  differences,
  storedDifferences,
  putChanges,
  settingAt,
} from '#domain/settings/settings.ts';
import type { SettingChanges, SettingDifference } from '#domain/settings/settings.ts';
import type { Ctx, Queryable, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { propose } from '#server/staff/proposals/open.ts';
import { currentRules, invalidateRules } from './queries.ts';

const shownVersions = 50;

interface Row {
  id: number;
  rules: object;
  before: object | null;
  starts_at: Date;
  created_at: Date;
  username: string | null;
  reason: string;
  waiting: boolean;
}

/** Newest first, each with the version it is based on. */
async function readVersions(db: Queryable, limit: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select v.id, v.rules, lag(v.rules) over (order by v.id) as before, v.starts_at, v.created_at,
      u.username::text, v.reason, v.starts_at > market_now() as waiting
    from (select * from rule_versions order by id desc limit ${limit + 1}) v
    left join users u on u.id = v.author_id order by v.id desc limit ${limit}`.execute(db);
  return rows;
}

/** The data of `/dashboard/configuracoes` and `/dashboard/planos`: every setting with its label, and the history. */
export async function staffSettings(ctx: Ctx, viewer: Viewer): Promise<Reply<typeof getStaffSettings>> {
  const versions = await readVersions(ctx.db, shownVersions);
  const last = versions[0]!;
  const rules = completeRules(last.rules);
  const isUnentered = ({ group }: SettingField) => group === 'company' && !isEnteredCompany(rules.company);
  return {
    version: { id: last.id, startsAt: last.starts_at.toISOString(), waiting: last.waiting },
    fields: settingFields.map((field) => ({
      path: field.path,
      group: field.group,
      label: field.label,
      help: (field.path === 'openMethods' && manualClosedBecause(rules)) || (field.help ?? null),
      unit: field.unit,
      min: field.min ?? null,
      max: field.max ?? null,
      optional: field.optional ?? false,
      twoPeople: field.twoPeople ?? true,
      choices: [...(field.choices ?? [])],
      // Nothing of the example company is offered to be saved.
      value: isUnentered(field) ? '' : (settingAt(rules, field.path) ?? null),
    })),
    versions: versions.map(presentVersion),
    editable: can(viewer, 'change_settings', undefined).ok,
  };
}

function presentVersion(row: Row): SettingVersion {
  return {
    id: row.id,
    startsAt: row.starts_at.toISOString(),
    createdAt: row.created_at.toISOString(),
    author: row.username === null ? null : { username: row.username },
    reason: row.reason,
    changes: row.before === null ? [] : storedDifferences(row.before, row.rules),
  };
}

/**
 * Writes a version of the rules (N08). It applies to what is created after its start; open orders keep theirs. If one
 * of the settings needs two people, the whole change waits for the second (decision 74).
 * @throws `settings_changed` when another version was written meanwhile, `invalid_request` for invalid values or an
 *   invalid start
 */
export async function changeSettings(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  input: Body<typeof changeEndpoint>,
): Promise<Reply<typeof changeEndpoint>> {
  const answer = can(viewer, 'change_settings', undefined);
  if (!answer.ok) fail(answer.reason);
  const base = await newest(tx);
  if (base.id !== input.basedOn) await refuseChanged(tx);
  const rules = changeRules(base.rules, input.changes, settingFields);
  const changes = differences(base.rules, rules);
  if (changes.some(({ path }) => needsTwoPeople(path)))
    return { version: null, pending: await proposeChange(ctx, tx, viewer, { base, changes, input }) };
  const values = Object.fromEntries(changes.map(({ path, after }) => [path, after]));
  const { startsAt, reason } = input;
  const id = await writeVersion(tx, { authorId: viewer.id, base, changes: values, startsAt, reason });
  await record(tx, {
    kind: 'settings.changed',
    actor: viewer,
    subject: { kind: 'installation', id: 1 },
    data: { version: id, reason, changes },
  });
  invalidateRules(ctx.db);
  return { version: presentVersion((await readVersions(tx, 1))[0]!), pending: null };
}

/** The payload of a proposed change of settings. */
export interface SettingsPayload extends Record<string, unknown> {
  changes: readonly SettingDifference[];
  startsAt?: string | undefined;
}

interface Change {
  base: { startsAt: Date };
  changes: readonly SettingDifference[];
  input: Body<typeof changeEndpoint>;
}

function proposeChange(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  { base, changes, input: { startsAt, reason } }: Change,
): Promise<PendingProposal> {
  refuseEarly(base, startsAt);
  const payload: SettingsPayload = { changes, ...(startsAt && { startsAt }) };
  return propose(ctx, tx, viewer, {
    kind: 'settings',
    subjectId: 1,
    payload,
    reason,
    before: Object.fromEntries(changes.map(({ path, before }) => [path, before])),
    after: Object.fromEntries(changes.map(({ path, after }) => [path, after])),
  });
}

/** The newest version, locked so that changes are made one after the other. */
export async function newest(tx: Tx): Promise<BaseVersion & { rules: Rules }> {
  const { rows } = await sql<{ id: number; rules: object; starts_at: Date }>`
    select id, rules, starts_at from rule_versions order by id desc limit 1`.execute(tx);
  const { id, rules: stored, starts_at: startsAt } = rows[0]!;
  return { id, stored, rules: completeRules(stored), startsAt };
}

async function refuseChanged(tx: Queryable): Promise<never> {
  const [last] = await readVersions(tx, 1);
  fail('settings_changed', {
    detail: last?.username
      ? `@${last.username} mudou as configurações enquanto você editava. Confira os valores de agora.`
      : undefined,
    meta: { version: last?.id },
  });
}

/** The version that a new one is based on. */
interface BaseVersion {
  id: number;
  /** As stored: missing values have the program's defaults. */
  stored: object;
  startsAt: Date;
}

interface NewVersion {
  authorId: number;
  base: BaseVersion;
  changes: SettingChanges;
  startsAt?: string | undefined;
  reason: string;
}

/** A start in the past means now; a version cannot start before the one it is based on. */
export async function writeVersion(
  tx: Tx,
  { authorId, base, changes, startsAt, reason }: NewVersion,
): Promise<number> {
  refuseEarly(base, startsAt);
  const rules = putChanges(base.stored, changes);
  const { rows } = await sql<{ id: number }>`
    insert into rule_versions (rules, starts_at, author_id, reason, based_on)
    values (${JSON.stringify(rules)}::jsonb,
      greatest(market_now(), ${startsAt ?? null}::timestamptz, ${base.startsAt}), ${authorId}, ${reason}, ${base.id})
    on conflict (based_on) do nothing returning id`.execute(tx);
  return rows[0]?.id ?? refuseChanged(tx);
}

function refuseEarly(base: { startsAt: Date }, startsAt: string | undefined): void {
  if (startsAt && new Date(startsAt) < base.startsAt)
    fail('invalid_request', {
      errors: {
        startsAt: 'Há uma mudança marcada para depois desta data. Escolha a mesma data ou uma posterior.',
      },
    });
}

/** The effect of a change before it is saved, calculated as for real orders. */
export async function previewChange(
  ctx: Ctx,
  viewer: Viewer,
  { changes }: Body<typeof previewSettings>,
): Promise<Reply<typeof previewSettings>> {
  const answer = can(viewer, 'change_settings', undefined);
  if (!answer.ok) fail(answer.reason);
  const { rules: now } = await currentRules(ctx.db);
  const after = changeRules(now, changes, settingFields);
  const { rows } = await sql<{ open_orders: number; listings: Record<string, number> }>`
    select (select count(*)::int from orders where not state = any(${[...finalOrderStates]}::text[])) as open_orders,
      (select coalesce(jsonb_object_agg(plan, count), '{}') from (
        select plan, count(*) from listings where state = 'published' group by plan) by_plan) as listings`.execute(
    ctx.db,
  );
  const hundred = 10_000;
  return {
    changes: differences(now, after),
    openOrders: rows[0]!.open_orders,
    plans: plans.map((slug) => ({
      slug,
      listings: rows[0]!.listings[slug] ?? 0,
      netBeforeCents: splitSale(hundred, now.plans[slug]).netCents,
      netAfterCents: splitSale(hundred, after.plans[slug]).netCents,
    })),
  };
}
