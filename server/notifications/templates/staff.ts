import { durationText } from '#domain/text/durations.ts';
import { orderCode } from '#domain/orders/orders.ts';
import { staffListPath } from '#domain/staff/lists.ts';
import { brandName } from '#server/settings/current/brand.ts';
import { formatCents, formatMoment } from '#server/formats.ts';
import type { JobName } from '#server/background/jobs.ts';
import { rulesInForce } from '#server/settings/current/rules-in-force.ts';
import { proposalsPath, proposalNotice } from '#server/staff/proposals/notice-text.ts';
import { notice } from '#server/notifications/notice.ts';
import type { Templates } from '#server/notifications/notice.ts';

const text = (value: unknown) => String(value ?? '');

/** A list is ready as a file. */
export const exportReadyText = () => ({
  title: 'Seu arquivo está pronto',
  description: `Baixe em até ${durationText(rulesInForce.privacy.exportKeptMs)}, em «Exportar em CSV» da lista.`,
});

const stuckKinds: Record<JobName | 'notice', string> = {
  'mail.send': 'e-mails',
  'notifications.mail': 'e-mails',
  'password-reset.mail': 'e-mails de nova senha',
  'push.send': 'avisos no aparelho',
  'sms.send': 'SMS',
  'privacy.export': 'cópias de dados',
  'privacy.remove-images': 'fotos a apagar',
  'files.remove': 'arquivos a apagar',
  'files.remove-unnamed': 'arquivos a conferir',
  'photos.remove-unnamed': 'fotos a conferir',
  'staff.export': 'arquivos de listas',
  'accounts.prove-document': 'provas de documentos',
  'staff.check-books': 'conferências da contabilidade',
  'proposals.run-due': 'mudanças propostas',
  notice: 'avisos do provedor de pagamento',
};

function stuckText(kinds: unknown): string {
  const known = Array.isArray(kinds) ? kinds : [];
  return [...new Set(known.map((kind) => stuckKinds[kind as JobName] ?? text(kind)))].join(', ');
}

function endedText({ title, state, by, reason }: Record<string, unknown>): string {
  const what = text(title);
  if (state === 'stopped') return `@${text(by)} parou a mudança: ${what}. Motivo: ${text(reason)}`;
  if (state === 'applied')
    return by ? `@${text(by)} confirmou e já vale: ${what}.` : `A espera acabou e já vale: ${what}.`;
  return state === 'expired'
    ? `Ninguém confirmou a tempo e nada mudou: ${what}.`
    : `O que ela alterava mudou antes, então nada foi feito: ${what}.`;
}

/** Notices about the team's decisions for the people concerned, and about its own work for the team. */
export const staffTemplates = {
  'account.role_changed': ({ data }) => [
    notice('owner', `Seu papel na ${brandName} mudou`, `Motivo: ${text(data.reason)}`, 'user-cog', '/conta'),
  ],
  // Reading the data is recorded in the audit log only; the person concerned is not notified.
  'account.unmasked': () => [],
  'payment.reconciled': () => [],
  'staff.noted': () => [],
  'order.dossier_made': () => [],
  // Order pages and the page of the open numbers show incidents.
  'incident.declared': () => [],
  'incident.ended': () => [],
  'incident.applied': () => [],
  'staff.closing_proposed': ({ data }) => [
    {
      to: 'owner',
      title: 'Outra pessoa propôs encerrar uma conta',
      description: `@${String(data.username)} recebeu advertências demais e está com a conta suspensa. Leia os motivos e decida se ela é encerrada.`,
      icon: 'shield-alert',
      url: `/dashboard/usuarios?id=${Number(data.personId)}`,
    },
  ],
  'staff.proposal_made': ({ data }) => {
    const effectAt = typeof data.effectAt === 'string' ? data.effectAt : null;
    const { title, description } = proposalNotice({
      title: text(data.title),
      reason: text(data.reason),
      by: text(data.by),
      effectAt,
    });
    return [notice('owner', title, description, 'shield-alert', proposalsPath)];
  },
  'staff.proposal_ended': ({ data }) => [
    notice('owner', 'Uma mudança teve fim', endedText(data), 'shield-alert', proposalsPath),
  ],
  'staff.reminder_due': ({ data }) => [
    notice('owner', 'Lembrete', text(data.text), 'alarm-clock', text(data.path)),
  ],
  'staff.table_exported': () => [],
  'operator.unlocked': () => [],
  'operator.jobs_retried': () => [],
  'operator.money_frozen': () => [],
  'operator.money_unfrozen': () => [],
  'operator.audit_exported': () => [],
  'operator.secrets_resealed': () => [],
  'staff.money_frozen': () => [
    notice(
      'owner',
      'O dinheiro está parado',
      'Uma conferência achou algo que não fecha na contabilidade. Nada entra nem sai até alguém achar e corrigir a causa.',
      'shield-alert',
      '/dashboard?aba=livros',
    ),
  ],
  'staff.work_stuck': ({ data }) => [
    notice(
      'owner',
      'Há trabalho parado',
      `Falhou tantas vezes que não é mais tentado: ${stuckText(data.kinds)}. São ${text(data.count)} ao todo. Veja a causa no registro do servidor e tente de novo como diz docs/operations.md.`,
      'octagon-alert',
      '/dashboard',
    ),
  ],
  'staff.backup_failed': ({ data }) => [
    notice(
      'owner',
      'A cópia de segurança não está em ordem',
      `${text(data.fault)} Faça outra com npm run backup e confira-a com npm run restore, como diz docs/operations.md.`,
      'octagon-alert',
      '/dashboard',
    ),
  ],
  'staff.looks_exceeded': ({ data }) => [
    notice(
      'owner',
      'Alguém da equipe leu demais hoje',
      `@${text(data.username)} passou de ${text(data.max)} ${data.what === 'people' ? 'pessoas com dados mostrados' : 'pedidos com conversa ou entrega lida'} em um dia e foi barrado. Veja no registro o que leu e por quê.`,
      'shield-alert',
      `/dashboard?aba=registro&q=%40${text(data.username)}`,
    ),
  ],
  'staff.case_assigned': ({ data }) => [
    notice(
      'owner',
      data.appeal === true ? 'Um recurso está com você' : 'Uma reclamação está com você',
      `O caso do pedido ${orderCode(Number(data.orderId))} espera a equipe. Um colega também pode assumir.`,
      'scale',
      `/dashboard/reclamacoes/${text(data.complaintId)}`,
    ),
  ],
  'staff.hand_payment_doubtful': ({ data }) => [
    notice(
      'owner',
      'Um Pix manual precisa de conferência',
      `O banco de quem pagou pegou de volta ${formatCents(Number(data.amountCents))} do pedido ${orderCode(Number(data.orderId))}. Para o mesmo reembolso havia um Pix registrado, ${text(data.endToEndId)}, à espera da segunda pessoa. Veja no extrato se ele também saiu.`,
      'octagon-alert',
      `/dashboard/pedidos/${text(data.orderId)}`,
    ),
  ],
  'staff.payout_unknown': ({ data }) => [
    notice(
      'owner',
      'Uma transferência foi recusada',
      `Alguém pediu ao provedor uma transferência${data.amountCents === null ? '' : ` de ${formatCents(Number(data.amountCents))}`} que não é saque nosso: ${text(data.reason)}. Ela não saiu. Se ninguém da equipe pediu, troque a chave do provedor.`,
      'shield-alert',
      '/dashboard/saques',
    ),
  ],
  'staff.codes_missing': ({ data }) => [
    notice(
      'owner',
      'Faltam códigos em um pedido pago',
      `O pedido ${orderCode(Number(data.orderId))} espera ${text(data.missing)} ${data.missing === 1 ? 'código' : 'códigos'}. Quem vende foi avisado; sem eles até ${formatMoment(new Date(text(data.until)))}, o valor volta inteiro.`,
      'octagon-alert',
      `/dashboard/pedidos/${text(data.orderId)}`,
    ),
  ],
  'staff.export_ready': ({ data }) => [
    notice(
      'owner',
      exportReadyText().title,
      exportReadyText().description,
      'file-down',
      staffListPath(text(data.table)),
    ),
  ],
} satisfies Partial<Templates>;
