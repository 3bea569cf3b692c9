import { notice } from '#server/notifications/notice.ts';
import type { Templates } from '#server/notifications/notice.ts';

/** Notices about the proof of a birth (F58). */
export const ageTemplates = {
  'account.birth_proven': () => [],
  'account.birth_corrected': () => [
    notice(
      'owner',
      'Data de nascimento corrigida',
      'A equipe corrigiu a data de nascimento da sua conta. Se ela estiver errada, fale com o atendimento.',
      'badge-check',
      '/conta',
    ),
  ],
} satisfies Partial<Templates>;
