import { durationWords } from '#domain/durations.ts';
import { pathOfList } from '#domain/staff-lists.ts';
import { brandName } from '#server/brand.ts';
import type { EventKind } from '#server/events.ts';
import { rulesInForce } from '#server/rules-in-force.ts';
import { notice } from './notice.ts';
import type { Facts, Notice } from './notice.ts';

type StaffEvent = Extract<
  EventKind,
  'account.role_changed' | 'account.unmasked' | 'payment.reconciled' | `staff.${string}`
>;

const text = (value: unknown) => String(value ?? '');

/** A list is ready as a file. */
export const readyWords = () => ({
  title: 'Seu arquivo está pronto',
  description: `Baixe em até ${durationWords(rulesInForce.privacy.exportKeptMs)}, em «Exportar em CSV» da lista.`,
});

/** What people hear of the team's decisions about them, and the team of its own work. */
export const staffTemplates: Record<StaffEvent, (facts: Facts) => Notice[]> = {
  'account.role_changed': ({ data }) => [
    notice('owner', `Seu papel na ${brandName} mudou`, `Motivo: ${text(data.reason)}`, 'user-cog', '/conta'),
  ],
  // The look itself is what the log is for; whoever is looked up learns nothing from it.
  'account.unmasked': () => [],
  'payment.reconciled': () => [],
  'staff.noted': () => [],
  'staff.reminder_due': ({ data }) => [
    notice('owner', 'Lembrete', text(data.text), 'alarm-clock', text(data.path)),
  ],
  'staff.table_exported': () => [],
  'staff.export_ready': ({ data }) => [
    notice('owner', readyWords().title, readyWords().description, 'file-down', pathOfList(text(data.table))),
  ],
};
