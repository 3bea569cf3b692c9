import { notice } from '#server/notifications/notice.ts';
import type { Templates } from '#server/notifications/notice.ts';

const page = '/conta/documentos';

/** Notices for people about the documents that they sent (§4.14). */
export const documentTemplates = {
  'account.documents_sent': () => [],
  'account.documents_opened': () => [],
  'account.documents_first_approved': () => [],
  'account.documents_claimed': () => [],
  'account.documents_approved': () => [
    notice(
      'owner',
      'Seus documentos foram aprovados',
      'Seu perfil agora mostra «Identidade verificada». A validade está na página dos documentos.',
      'badge-check',
      page,
    ),
  ],
  'account.documents_refused': () => [
    notice(
      'owner',
      'Seus documentos não foram aceitos',
      'Veja o motivo e o que fazer. Você pode enviar de novo.',
      'octagon-alert',
      page,
    ),
  ],
  'account.documents_expired': () => [
    notice(
      'owner',
      'A validade dos seus documentos acabou',
      'Envie de novo para o perfil voltar a mostrar «Identidade verificada».',
      'calendar-clock',
      page,
    ),
  ],
  'account.documents_revoked': () => [
    notice(
      'owner',
      'A aprovação dos seus documentos foi retirada',
      'Veja o motivo. Se não concordar, recorra em «Decisões».',
      'octagon-alert',
      page,
    ),
  ],
} satisfies Partial<Templates>;
