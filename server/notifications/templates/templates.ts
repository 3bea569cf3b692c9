import { chargedPlan } from '#domain/payments/installments.ts';
import { durationText } from '#domain/text/durations.ts';
import type { NoticeIcon } from '#domain/notifications/notices.ts';
import { brandName } from '#server/settings/current/brand.ts';
import { formatCents } from '#server/formats.ts';
import { rulesInForce } from '#server/settings/current/rules-in-force.ts';
import { notice } from '#server/notifications/notice.ts';
import type { Facts, Notice, Templates } from '#server/notifications/notice.ts';
import { ageTemplates } from './ages.ts';
import { analysisTemplates } from './analyses.ts';
import { staffBlockTemplates } from './staff-blocks.ts';
import { isChargeback, contestationTemplates } from './contestations.ts';
import { conversationTemplates } from './conversations.ts';
import { complaintTemplates } from './complaints.ts';
import { listingTemplates } from './listings.ts';
import { ratingTemplates } from './ratings.ts';
import { paymentProofTemplates } from './payment-proofs.ts';
import { securityTemplates } from './security.ts';
import { privacyTemplates } from './privacy.ts';
import { reminderTemplates } from './reminders.ts';
import { refundTemplates } from './refunds.ts';
import { returnTemplates } from './returns.ts';
import { paidPurchaseText, paidSaleText, shippingTemplates, undeliveredTexts } from './shipping.ts';
import { appealTemplates } from './appeals.ts';
import { documentTemplates } from './documents.ts';
import { sellerLevelTemplates } from './seller-levels.ts';
import { socialTemplates } from './social.ts';
import { ticketTemplates } from './tickets.ts';
import { staffTemplates } from './staff.ts';
import { withdrawalTemplates } from './withdrawals.ts';

export const templates: Templates = {
  'account.sign_in_refused': () => [],
  'account.password_reset_requested': () => [],
  'account.password_changed': () => [
    notice(
      'owner',
      'Senha trocada',
      'Encerramos as outras sessões. Se não foi você, recupere o acesso e fale com o atendimento.',
      'key-round',
      '/conta/seguranca',
    ),
  ],
  // A person who claimed another's address is not told who proved it.
  'account.claim_dropped': () => [],
  'account.identity_linked': ({ data }) => [
    notice(
      'owner',
      'Novo jeito de entrar',
      `A entrada com ${String(data.provider)} foi conectada à sua conta. Se não foi você, desconecte-a e troque a senha.`,
      'link',
      '/conta/seguranca',
    ),
  ],
  'account.identity_unlinked': ({ data }) => [
    notice(
      'owner',
      'Entrada desconectada',
      `A entrada com ${String(data.provider)} foi desconectada da sua conta.`,
      'unlink',
      '/conta/seguranca',
    ),
  ],
  'account.registered': () => [
    notice(
      'owner',
      `Boas-vindas à ${brandName}`,
      'Confirme seu e-mail para comprar. Para anunciar, confirme também seu celular.',
      'party-popper',
      '/conta',
    ),
  ],
  'account.email_confirmed': () => [
    notice(
      'owner',
      'E-mail confirmado',
      'Agora você já pode comprar. Para anunciar, confirme também seu celular.',
      'mail-check',
      '/',
    ),
  ],
  'account.signed_in': () => [],
  // An internal mark of the team: the person can do nothing about it.
  'account.trusted': () => [],
  'account.trust_withdrawn': () => [],
  ...securityTemplates,
  ...ageTemplates,
  ...documentTemplates,
  ...sellerLevelTemplates,
  ...appealTemplates,
  ...privacyTemplates,
  // The letters to both addresses announce it.
  'account.email_change_requested': () => [],
  'account.email_changed': () => [security('E-mail alterado', 'mail-check')],
  'account.phone_confirmed': () => [
    notice('owner', 'Celular confirmado', 'Seus limites aumentaram.', 'smartphone', '/conta'),
  ],
  'account.phone_changed': () => [security('Celular alterado', 'smartphone')],
  'account.username_changed': () => [],
  'account.identity_verified': () => [
    notice(
      'owner',
      'Dados recebidos',
      'Seus limites aumentaram e você já pode sacar.',
      'badge-check',
      '/conta',
    ),
  ],
  'account.document_proven': () => [
    notice(
      'owner',
      'Documento confirmado pelo banco',
      'Você pagou um Pix com o CPF ou CNPJ que informou. O seu perfil mostra «Documento confirmado».',
      'badge-check',
      '/conta',
    ),
  ],
  'account.document_lost': () => [
    notice(
      'owner',
      'Seu CPF ou CNPJ foi retirado da conta',
      'O dono deste documento o confirmou em outra conta. Informe o seu documento, ou fale com o atendimento se ele é seu.',
      'shield-alert',
      '/conta/perfil',
    ),
  ],
  // Staff see it in the person's history.
  'account.document_contested': () => [],
  // Staff see it on the order's page.
  'order.sides_related': () => [],
  'order.risk_labelled': () => [],
  // The team sees these in the log of actions.
  'category.created': () => [],
  'category.changed': () => [],
  'category.moved': () => [],
  'category.removed': () => [],
  'settings.changed': () => [],
  // The team is notified by `staff.proposal_made`, one notice for each person.
  'proposal.made': () => [],
  'proposal.applied': () => [],
  'proposal.stopped': () => [],
  'proposal.expired': () => [],
  'proposal.outdated': () => [],
  'settings.credentials_set': () => [],
  'settings.tried_out': () => [],
  'settings.credentials_removed': () => [],
  'settings.page_published': () => [],
  ...listingTemplates,
  ...socialTemplates,
  'order.paid': (facts) => [
    notice(
      'buyer',
      'Pagamento confirmado',
      `Recebemos ${money(facts.totalCents)} por «${facts.title}».${interestText(facts)}${paidPurchaseText(facts)}`,
      'circle-check',
      orderUrl(facts),
    ),
    notice('seller', 'Venda nova', paidSaleText(facts), 'shopping-bag', orderUrl(facts)),
  ],
  'order.started': (facts) => [
    notice(
      'buyer',
      'Entrega em andamento',
      `O vendedor começou a entrega de «${facts.title}».`,
      'truck',
      orderUrl(facts),
    ),
  ],
  'order.delivered': (facts) => [
    notice(
      'buyer',
      'Pedido entregue',
      `Confira «${facts.title}» e confirme o recebimento.`,
      'package-check',
      orderUrl(facts),
    ),
  ],
  'order.completed': (facts) => [
    notice(
      'buyer',
      'Compra concluída',
      `Seu pedido de «${facts.title}» está concluído.`,
      'circle-check',
      orderUrl(facts),
    ),
    notice(
      'seller',
      'Venda concluída',
      `${money(facts.data.netCents)} entram no calendário de liberação do seu saldo.`,
      'calendar-clock',
      orderUrl(facts),
    ),
  ],
  'order.cancelled': (facts) =>
    isChargeback(facts)
      ? []
      : [
          notice(
            'buyer',
            'Pedido cancelado',
            undeliveredTexts(facts)?.buyer ??
              `Seu pedido de «${facts.title}» foi cancelado. Se você já pagou, o valor volta inteiro.`,
            'circle-x',
            orderUrl(facts),
          ),
          notice(
            'seller',
            'Venda cancelada',
            undeliveredTexts(facts)?.seller ?? `O pedido de «${facts.title}» foi cancelado.`,
            'circle-x',
            orderUrl(facts),
          ),
        ],
  'order.expired': (facts) => [
    notice(
      'buyer',
      'O prazo do pagamento acabou',
      `Seu pedido de «${facts.title}» foi encerrado. Você pode comprar de novo.`,
      'timer-off',
      orderUrl(facts),
    ),
  ],
  ...reminderTemplates,
  ...shippingTemplates,
  ...returnTemplates,
  ...conversationTemplates,
  'payment.held': (facts) => [
    notice(
      'buyer',
      'Pagamento em análise',
      `Estamos conferindo o pagamento de «${facts.title}». Sua compra continua reservada.`,
      'hourglass',
      orderUrl(facts),
    ),
  ],
  'payment.declined': (facts) => [
    notice(
      'buyer',
      'Pagamento recusado',
      `O pagamento de «${facts.title}» não passou. Nada foi cobrado: tente de novo ou escolha outra forma.`,
      'credit-card',
      orderUrl(facts),
    ),
  ],
  // The outcome is announced: paid, or cancelled with a refund.
  'payment.reviewed': () => [],
  ...contestationTemplates,
  ...analysisTemplates,
  ...staffBlockTemplates,
  ...complaintTemplates,
  ...ratingTemplates,
  ...staffTemplates,
  ...paymentProofTemplates,
  // A sale that was refunded except for the commission releases nothing.
  'settlement.released': (facts) =>
    facts.data.netCents === 0
      ? []
      : [notice('seller', 'Dinheiro liberado', releaseText(facts), 'wallet', '/conta/transacoes')],
  ...refundTemplates,
  ...withdrawalTemplates,
  // «order.started» notifies the buyer; no notice contains the text itself.
  'order.delivery_data_opened': () => [],
  'order.delivery_data_read': () => [],
  'order.addresses_read': () => [],
  'order.tracking_corrected': () => [],
  'order.pickup_tries_reset': () => [],
  'order.contradiction_settled': () => [],
  'order.reading_opened': () => [],
  'order.link_renewed': () => [],
  ...ticketTemplates,
};

/** A change of a key to the account, which its owner should know, especially if someone else made it. */
function security(title: string, icon: NoticeIcon): Notice {
  const wait = durationText(rulesInForce.security.withdrawalCoolDownMs);
  const words = `Se não foi você, troque sua senha e fale com o atendimento. Os saques esperam ${wait}.`;
  return notice('owner', title, words, icon, '/conta');
}

/** M3: a part of the released amount may pay off a debt, and only the rest is available. */
function releaseText({ title, data: { netCents, debtCents = 0 } }: Facts): string {
  const debt = Number(debtCents);
  const paid = debt > 0 ? ` Outros ${money(debt)} pagaram o que você devia.` : '';
  return `${money(Number(netCents) - debt)} de «${title}» já podem ser sacados.${paid}`;
}

/** «No cartão são 3× de R$ 42,35: R$ 127,03, com R$ 7,03 de juros do banco dele.» */
function interestText({ cardPlan }: Facts): string {
  if (!cardPlan) return '';
  const { count, eachCents, interestCents, totalCents } = chargedPlan(cardPlan.priceCents, cardPlan);
  return ` No cartão são ${count}× de ${money(eachCents)}: ${money(totalCents)}, com ${money(interestCents)} de juros.`;
}

const money = (cents: unknown) => formatCents(Number(cents ?? 0));

const orderUrl = ({ orderHash }: Facts) => `/pedido/${orderHash}`;
