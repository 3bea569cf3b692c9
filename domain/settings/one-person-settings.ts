import type { SettingField } from './groups.ts';

/**
 * Settings that one admin may change: harmless texts, prices and sizes; a path includes all paths below it. Every other
 * setting protects money, accounts or the wording of a security e-mail and needs two people, and so does every new
 * setting by default (decision 74). PostgreSQL holds the same list (`one_person_settings`).
 */
export const onePersonPaths: readonly string[] = [
  'brand',
  'plans',
  'timers.pixExpiryMs',
  'maxUnpaidOrders',
  'payments.cardExpiryMs',
  'payments.boletoBusinessDays',
  'reminders',
  'calendar',
  'listingExpiryMs',
  'listings',
  'questions',
  'ratings',
  'reputation',
  'conversations',
  'favorites',
  'follows',
  'reports',
  'tickets',
  'holds',
  'deliveries',
  'complaints.words',
  'complaints.files',
  'complaints.fileMegabytes',
  'receipts.fileMegabytes',
  'security.username',
  'letters.confirmar-email',
  'letters.trocar-email-novo',
  'letters.email-em-uso',
  'letters.ja-tem-conta',
  'letters.nova-senha',
  'letters.codigo-de-confirmacao',
  'letters.dados-prontos',
  'letters.exclusao-pedida',
  'letters.exclusao-perto',
  'letters.conta-excluida',
  'letters.desistencia',
  'letters.avalie-o-pedido',
  'letters.avaliacoes-publicadas',
  'letters.avaliacao-respondida',
  'letters.conta-suspensa',
];

/** Whether a change of the setting at this path needs a second person. */
export function needsTwoPeople(path: string): boolean {
  return !onePersonPaths.some((one) => path === one || path.startsWith(`${one}.`));
}

/** The fields, each marked with whether a change needs a second person. */
export function markTwoPeople(fields: readonly SettingField[]): SettingField[] {
  return fields.map((field) => ({ ...field, twoPeople: needsTwoPeople(field.path) }));
}
