import { formatCents } from '#server/formats.ts';
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
  'account.guardian_asked': ({ data }) => [
    notice(
      'owner',
      'Pedido para você ser responsável',
      `@${String(data.minor)} pede que você autorize as compras da conta. Veja o pedido e decida.`,
      'shield',
      '/conta/responsavel',
    ),
  ],
  'account.guardian_consented': ({ data }) => [
    notice(
      'owner',
      'Seu responsável autorizou suas compras',
      `Você pode comprar até ${formatCents(Number(data.limitCents))} por mês.`,
      'badge-check',
      '/conta/responsavel',
    ),
  ],
  'account.guardian_limit_changed': ({ data }) => [
    notice(
      'owner',
      'Seu responsável mudou o limite',
      `O limite das suas compras agora é ${formatCents(Number(data.limitCents))} por mês.`,
      'badge-check',
      '/conta/responsavel',
    ),
  ],
  'account.guardian_ended': ({ data }) => [
    notice(
      'owner',
      'Autorização de responsável encerrada',
      `@${String(data.by)} encerrou a autorização. Os pedidos já feitos seguem normalmente.`,
      'shield',
      '/conta/responsavel',
    ),
  ],
} satisfies Partial<Templates>;
