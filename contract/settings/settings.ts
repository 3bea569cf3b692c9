import * as z from 'zod/mini';
import { pageSlugs } from '#domain/settings/page-texts.ts';
import { settingGroups, settingUnits } from '#domain/settings/groups.ts';
import type { SettingValue } from '#domain/settings/settings.ts';
import { endpoint } from '#contract/endpoint.ts';
import { pendingProposal } from '#contract/staff/proposals.ts';
import { maxKeys, instantInput, id, instant } from '#contract/fields.ts';
import { pageText } from './page-texts.ts';

const text = z.string().check(z.maxLength(10_000));
const value = z.nullable(z.union([z.number(), z.boolean(), text, z.array(text).check(z.maxLength(1_000))]));
const changes = z.record(z.string().check(z.maxLength(100)), value).check(maxKeys(1_000));
/** As it leaves: one of several kinds, which a compiled serialiser takes as it comes. */
const shown = z.custom<SettingValue>();
const person = z.nullable(z.object({ username: z.string() }));
/** Why something of the installation is changed: it stays in the record. */
export const changeReason = z
  .string('Diga por que está mudando.')
  .check(
    z.trim(),
    z.minLength(5, 'Diga por que está mudando, em 5 letras ou mais.'),
    z.maxLength(500, 'Use até 500 letras.'),
  );
const startsAt = z.optional(instantInput('Informe quando começa a valer, com data e hora.'));

const settingVersion = z.object({
  id: z.int(),
  startsAt: instant,
  createdAt: instant,
  author: person,
  reason: z.string(),
  changes: z.array(z.object({ path: z.string(), before: shown, after: shown })),
});
export type SettingVersion = z.infer<typeof settingVersion>;

export const getStaffSettings = endpoint({
  method: 'GET',
  path: '/staff/settings',
  auth: 'staff',
  summary: 'Every setting in its newest version, with the last 50 versions.',
  reply: z.object({
    /** The newest version, in force or waiting for its start; changes are made from it. */
    version: z.object({ id: z.int(), startsAt: instant, waiting: z.boolean() }),
    fields: z.array(
      z.object({
        path: z.string(),
        group: z.enum(settingGroups),
        label: z.string(),
        help: z.nullable(z.string()),
        unit: z.enum(settingUnits),
        min: z.nullable(z.number()),
        max: z.nullable(z.number()),
        optional: z.boolean(),
        /** A second person must confirm a change. */
        twoPeople: z.boolean(),
        choices: z.array(z.object({ value: z.string(), label: z.string() })),
        value: shown,
      }),
    ),
    versions: z.array(settingVersion),
    editable: z.boolean(),
  }),
});
export type StaffSetting = z.infer<typeof getStaffSettings.reply>['fields'][number];

export const changeSettings = endpoint({
  method: 'POST',
  path: '/staff/settings/versions',
  auth: 'staff',
  summary:
    'Writes a new version of the rules, from now or from a later instant, or proposes it where a setting needs two people. Open orders keep the version they were placed with (N08).',
  idempotent: true,
  proof: 'recent',
  status: 201,
  body: z.strictObject({
    /** The version the values were read from: a newer one in between is a conflict. */
    basedOn: id,
    changes,
    startsAt,
    reason: changeReason,
  }),
  /** Either the version that is in force now or later, or the proposal that a second person must confirm. */
  reply: z.object({ version: z.nullable(settingVersion), pending: z.nullable(pendingProposal) }),
  errors: ['invalid_request', 'forbidden', 'settings_changed', 'step_up_required'],
});

export const previewSettings = endpoint({
  method: 'POST',
  path: '/staff/settings/preview',
  auth: 'staff',
  repeats: 'harmless',
  summary:
    'Previews the effect of a change of the rules: open orders that keep their version, listings on sale, and a sale of R$ 100,00 before and after.',
  body: z.strictObject({ changes }),
  reply: z.object({
    changes: z.array(z.object({ path: z.string(), before: shown, after: shown })),
    openOrders: z.int(),
    plans: z.array(
      z.object({
        slug: z.string(),
        listings: z.int(),
        netBeforeCents: z.int(),
        netAfterCents: z.int(),
      }),
    ),
  }),
  errors: ['invalid_request', 'forbidden'],
});

const textVersion = z.object({
  version: z.int(),
  startsAt: instant,
  author: person,
  reason: z.string(),
  markdown: z.string(),
});

const slugParams = z.strictObject({ slug: z.enum(pageSlugs) });
const markdown = z
  .string('Escreva o texto.')
  .check(z.minLength(10, 'Escreva o texto da página.'), z.maxLength(100_000, 'Este texto é longo demais.'));

export const listPageVersions = endpoint({
  method: 'GET',
  path: '/staff/pages/{slug}/versions',
  auth: 'staff',
  summary: 'The Markdown of an institutional page in its last 20 versions, newest first, started or not.',
  params: slugParams,
  reply: z.object({ items: z.array(textVersion), placeholders: z.array(z.string()) }),
});

export const previewPage = endpoint({
  method: 'POST',
  path: '/staff/pages/{slug}/preview',
  auth: 'staff',
  repeats: 'harmless',
  summary: 'Previews a text with the current rules filled in; nothing is stored.',
  params: slugParams,
  body: z.strictObject({ markdown }),
  reply: z.pick(pageText, { title: true, summary: true, sections: true }),
  errors: ['invalid_request'],
});

export const publishPage = endpoint({
  method: 'POST',
  path: '/staff/pages/{slug}/versions',
  auth: 'staff',
  summary: 'Publishes a new version of an institutional page, from now or from a later instant.',
  idempotent: true,
  params: slugParams,
  body: z.strictObject({
    basedOn: z.int().check(z.minimum(0), z.maximum(999_999_999)),
    markdown,
    startsAt,
    reason: changeReason,
  }),
  status: 201,
  reply: z.object({ version: z.int(), startsAt: instant }),
  errors: ['invalid_request', 'forbidden', 'settings_changed'],
});

/** The external services whose connection can be tested. */
export const connectionKinds = [
  'database',
  'mail',
  'sms',
  'payments',
  'push',
  'realtime',
  'sign_in',
  'images',
  'files',
] as const;
export type ConnectionKind = (typeof connectionKinds)[number];

export const connectionResult = z.object({
  ok: z.boolean(),
  provider: z.string(),
  durationMs: z.int(),
  detail: z.nullable(z.string()),
});
export type ConnectionResult = z.infer<typeof connectionResult>;

export const checkConnection = endpoint({
  method: 'POST',
  path: '/staff/connection-checks',
  auth: 'staff',
  // It stores nothing.
  repeats: 'harmless',
  summary: 'Tests the connection of the running process to a service, and returns the duration.',
  limit: { max: 30, windowMs: 60_000, by: 'user' },
  body: z.strictObject({ kind: z.enum(connectionKinds, 'Escolha o que testar.') }),
  reply: connectionResult,
  errors: ['forbidden'],
});
