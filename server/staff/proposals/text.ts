import type { Proposal } from '#contract/staff/proposals.ts';
import type { Role } from '#domain/accounts/accounts.ts';
import { settingFields } from '#domain/settings/fields.ts';
import type { SettingDifference } from '#domain/settings/settings.ts';
import type { StoredProposal } from './stored.ts';

export const roleLabels: Record<Role, string> = { user: 'pessoa', support: 'atendimento', admin: 'admin' };

const roleChoices = Object.entries(roleLabels).map(([value, label]) => ({ value, label }));

/** A short Portuguese title of a proposal. */
export function titleOf({ kind, payload }: Pick<StoredProposal, 'kind' | 'payload'>): string {
  if (kind === 'role') return `papel de @${String(payload.username)}`;
  if (kind === 'credentials') return `credenciais de ${String(payload.serviceLabel)}`;
  const labels = changesOf(payload).map(({ path }) => fieldOf(path)?.label ?? path);
  const [first = '', ...others] = labels;
  return others.length === 0 ? `«${first}»` : `«${first}» e mais ${others.length}`;
}

function changesOf(payload: Record<string, unknown>): SettingDifference[] {
  return payload.changes as SettingDifference[];
}

const fieldOf = (path: string) => settingFields.find((field) => field.path === path);

/** Each value that it would change, with the value at the time of the proposal. */
export function shownChanges({ kind, payload }: StoredProposal): Proposal['changes'] {
  if (kind === 'settings')
    return changesOf(payload).map(({ path, before, after }) => {
      const field = fieldOf(path);
      return {
        path,
        label: field?.label ?? path,
        unit: field?.unit ?? 'text',
        choices: [...(field?.choices ?? [])],
        before,
        after,
      };
    });
  const one = { path: null, choices: [] };
  const { before, after } = payload as { before: string | null; after: string | null };
  if (kind === 'role')
    return [{ ...one, label: 'Papel', unit: 'choice', choices: roleChoices, before, after }];
  return [
    { ...one, label: 'Provedor', unit: 'text', before: before ?? 'nenhum', after: after ?? 'nenhum' },
    { ...one, label: 'Campos digitados', unit: 'text', before: '', after: String(payload.changed ?? '') },
  ];
}
