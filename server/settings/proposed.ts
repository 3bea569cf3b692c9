import { AppError } from '#domain/errors.ts';
import { settingFields } from '#domain/settings/fields.ts';
import { changeRules, settingAt } from '#domain/settings/settings.ts';
import { record } from '#server/events/events.ts';
import type { Applier } from '#server/staff/proposals/applier.ts';
import { invalidateRules } from './queries.ts';
import { newest, writeVersion } from './versions.ts';
import type { SettingsPayload } from './versions.ts';

const valuesOf = ({ changes }: SettingsPayload) =>
  Object.fromEntries(changes.map(({ path, after }) => [path, after]));

export const proposedSettings: Applier = {
  async outdated(_ctx, tx, { payload }) {
    const proposed = payload as SettingsPayload;
    const { rules } = await newest(tx);
    const moved = proposed.changes.find(
      ({ path, before }) => JSON.stringify(settingAt(rules, path) ?? null) !== JSON.stringify(before),
    );
    if (moved) {
      const label = settingFields.find(({ path }) => path === moved.path)?.label ?? moved.path;
      return `«${label}» mudou depois da proposta.`;
    }
    try {
      changeRules(rules, valuesOf(proposed), settingFields);
      return null;
    } catch (error) {
      if (error instanceof AppError) return 'Os valores não combinam mais com as outras configurações.';
      throw error;
    }
  },
  async apply(ctx, tx, proposal, confirmer) {
    const { startsAt, changes } = proposal.payload as SettingsPayload;
    const base = await newest(tx);
    // A later version may start after the proposed time: then this one starts at once after it.
    const start = startsAt && new Date(startsAt) > base.startsAt ? startsAt : undefined;
    const version = await writeVersion(tx, {
      authorId: proposal.proposedBy,
      base,
      changes: valuesOf({ changes }),
      startsAt: start,
      reason: proposal.reason,
    });
    await record(tx, {
      kind: 'settings.changed',
      actor: confirmer,
      subject: { kind: 'installation', id: 1 },
      data: { version, reason: proposal.reason, changes, proposedBy: proposal.proposedByName },
    });
    invalidateRules(ctx.db);
  },
};
