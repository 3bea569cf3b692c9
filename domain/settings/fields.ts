import { ageFields } from '#domain/accounts/ages/fields.ts';
import { brandFields } from './brand-fields.ts';
import { companyFields } from './company.ts';
import { letterFields } from './letter-fields.ts';
import { vacationFields } from '#domain/listings/vacations/rules.ts';
import { listingFields } from '#domain/listings/fields.ts';
import { plans } from '#domain/listings/listings.ts';
import { maxSecuringMs } from '#domain/orders/securing.ts';
import { networkFields } from './network-rules.ts';
import { markTwoPeople } from './one-person-settings.ts';
import { minReleaseDelayDays } from '#domain/orders/timers.ts';
import type { PaymentMethod } from '#domain/payments/payments.ts';
import { privacyFields, securityFields } from './security-fields.ts';
import { complaintFields } from '#domain/complaints/fields.ts';
import { documentFields } from '#domain/accounts/documents/fields.ts';
import { fieldsOfGroup } from './groups.ts';
import type { SettingField } from './groups.ts';
import { appealFields } from '#domain/appeals/fields.ts';
import { incidentFields } from '#domain/incidents/rules.ts';
import { riskFields } from '#domain/risk/fields.ts';
import { sellerLevelFields } from '#domain/accounts/seller-levels/fields.ts';
import { strikeFields } from '#domain/accounts/strikes/fields.ts';
import { shippingFields } from '#domain/shipping/settings.ts';
import { sizeFields } from './size-fields.ts';
import { supportFields } from '#domain/tickets/support-fields.ts';
import { verificationFields } from '#domain/accounts/verification-fields.ts';

const hour = 3_600_000;
const day = 24 * hour;
const million = 100_000_000;

const { time, count, share: part } = fieldsOfGroup('orders');
const payments = fieldsOfGroup('payments');
const community = fieldsOfGroup('community');
const withdrawals = fieldsOfGroup('withdrawals');
const refunds = fieldsOfGroup('refunds');

function businessDays(path: string, label: string): SettingField {
  return { path, group: 'withdrawals', label, unit: 'days', min: 1, max: 30 };
}

/**
 * Every setting of the rules with its label, unit and bounds, in display order. A rule without a field fails
 * `settings.test.ts`, so that staff can see and change every rule.
 */
export const settingFields: readonly SettingField[] = markTwoPeople([
  ...brandFields,
  ...companyFields,
  ...plans.flatMap(planFields),
  time('timers.pixExpiryMs', 'Prazo para pagar o Pix', { max: day }),
  count('maxUnpaidOrders', 'Pedidos sem pagamento por pessoa', { min: 1, max: 50 }),
  {
    path: 'openMethods',
    group: 'payments',
    label: 'Meios de pagamento abertos',
    help: 'Na ordem em que aparecem na compra.',
    unit: 'choices',
    choices: [
      { value: 'pix', label: 'Pix' },
      { value: 'card', label: 'Cartão' },
      { value: 'boleto', label: 'Boleto' },
      { value: 'balance', label: 'Saldo' },
      { value: 'manual', label: 'Pix com comprovante' },
    ] satisfies { value: PaymentMethod; label: string }[],
  },
  payments.time('payments.cardExpiryMs', 'Prazo para pagar com cartão', { max: day }),
  payments.count('payments.boletoBusinessDays', 'Dias úteis para pagar o boleto', { min: 1, max: 30 }),
  payments.count('payments.boletoClearingDays', 'Dias úteis de espera pela compensação', { min: 0, max: 5 }),
  payments.money('payments.thirdPartyLimitCents', 'Pagamento por outra pessoa passa sem análise até'),
  payments.time('payments.holdMs', 'Limite da nossa análise de um pagamento', { max: day }),
  payments.time('payments.blockMs', 'Limite do bloqueio do valor de um pedido concluído', {
    min: hour,
    max: 7 * day,
    help: 'Outra pessoa renova uma vez, por mais um prazo igual.',
  }),
  payments.time('payments.providerReviewMs', 'Limite da análise do provedor'),
  payments.time('payments.retryMs', 'Tempo para tentar de novo depois de uma análise recusada'),
  payments.time('payments.complementMs', 'Prazo para completar um pagamento', { min: hour, max: 7 * day }),
  payments.count('payments.cardContestDays', 'Dias em que o reembolso de cartão só volta ao cartão', {
    min: 30,
    max: 540,
    help: 'Enquanto quem pagou pode contestar a compra no banco, o valor não vira saldo.',
  }),
  payments.count('payments.maxAttempts', 'Tentativas de pagamento por pedido', { min: 1, max: 50 }),
  payments.count('card.maxInstallments', 'Parcelas no cartão', { min: 1, max: 12 }),
  payments.share('card.monthlyInterestBps', 'Juros do cartão por mês, pagos por quem compra', { max: 2_000 }),
  payments.money('card.minInstallmentCents', 'Menor parcela', { min: 1 }),
  ...receiptFields(),
  time('timers.latePaymentMs', 'Pix atrasado ainda reabre o pedido por'),
  time('timers.startLimitMs', 'Limite para começar uma entrega manual'),
  time('timers.lateGraceMs', 'Tolerância depois do prazo prometido'),
  time('timers.confirmMs', 'Prazo para confirmar o recebimento'),
  time('timers.codeConfirmLimitMs', 'Limite de confirmação de códigos não abertos'),
  time('timers.securingMs', 'Pausa para quem comprou uma conta protegê-la', {
    min: 0,
    max: maxSecuringMs,
    help: 'O prazo para confirmar só corre depois que a pessoa termina ou dispensa os passos. Zero desliga.',
  }),
  time('timers.holdMs', 'Retenção depois da entrega', {
    min: minReleaseDelayDays * day,
    help: 'Nunca menos de 7 dias: é o prazo de arrependimento (CDC, art. 49). Uma categoria pode ter a sua.',
  }),
  part('reminders.nearBps', 'Lembrete quando falta esta parte de um prazo', { max: 9_000 }),
  time('reminders.confirmFirstMs', 'Primeiro lembrete de confirmar depois de'),
  time('reminders.confirmLastMs', 'Último lembrete de confirmar depois de'),
  {
    path: 'calendar.holidays',
    group: 'calendar',
    label: 'Feriados além dos nacionais',
    help: 'Estaduais, municipais ou dos bancos. Os nacionais já estão incluídos.',
    unit: 'holidays',
  },
  ...incidentFields,
  ...shippingFields,
  ...complaintFields,
  ...appealFields,
  withdrawals.money('withdrawal.minCents', 'Saque mínimo', { min: 1 }),
  withdrawals.count('withdrawal.freePerMonth', 'Saques grátis por mês', { max: 100 }),
  withdrawals.money('withdrawal.feeCents', 'Tarifa dos outros saques do mês', { max: 10_000 }),
  withdrawals.count('withdrawal.maxAttempts', 'Tentativas no banco antes de devolver', { min: 1, max: 10 }),
  withdrawals.time('withdrawal.retryMs', 'Espera até a próxima tentativa no banco', { max: day }),
  withdrawals.money('withdrawal.supportLimitCents', 'Suporte decide um saque sem aprovação até'),
  withdrawals.money('withdrawal.twoPeopleCents', 'Duas pessoas aprovam um saque acima de'),
  withdrawals.money('withdrawal.newDeviceCents', 'Saque por um aparelho novo, no primeiro dia dele, até'),
  withdrawals.share('withdrawal.debtBps', 'Parte de cada entrada descontada para pagar débitos', {
    max: 5_000,
    help: 'Nunca mais da metade.',
  }),
  ...refundFields(),
  businessDays('heldMoney.withdrawalDays', 'Dias úteis prometidos até o saque chegar'),
  businessDays('heldMoney.refundDays', 'Dias úteis prometidos até o reembolso chegar'),
  time('heldMoney.contestationMs', 'O banco analisa uma contestação por no máximo'),
  ...listingFields,
  ...vacationFields,
  community.count('questions.maxOpenPerListing', 'Perguntas abertas por anúncio e pessoa', {
    min: 1,
    max: 50,
  }),
  community.count('questions.maxPerDay', 'Perguntas por dia e pessoa', { min: 1, max: 1_000 }),
  community.time('questions.answerEditMs', 'Tempo para corrigir uma resposta'),
  community.time('questions.publicMs', 'Pergunta sem resposta fica pública por'),
  community.count('questions.contactsBeforeHold', 'Contatos escondidos antes de reter a pergunta', {
    min: 1,
    max: 20,
  }),
  community.time('questions.contactsWindowMs', 'Período em que esses contatos contam'),
  community.time('ratings.windowMs', 'Prazo para avaliar um pedido', { min: day }),
  community.time('ratings.askAfterMs', 'Pedido de avaliação depois de'),
  community.time('ratings.replyMs', 'Prazo para responder a uma avaliação'),
  community.count('ratings.contradictingStars', 'Reclamação perdida tira da nota até', { min: 1, max: 4 }),
  community.count('reputation.priorHundredths', 'Nota inicial, em centésimos de estrela', {
    min: 100,
    max: 500,
    help: '450 são 4,5 estrelas: é a nota de quem ainda não tem avaliações.',
  }),
  community.count('reputation.priorWeight', 'Peso da nota inicial, em avaliações', { max: 1_000 }),
  community.count('reputation.fewestSales', 'Vendas até mostrar a reputação', { min: 1, max: 1_000 }),
  community.count('reputation.fewestAnswers', 'Respostas até mostrar o tempo de resposta', {
    min: 1,
    max: 1_000,
  }),
  community.time('reputation.windowMs', 'Período considerado na reputação', {
    min: 30 * day,
    max: 5 * 365 * day,
  }),
  community.time('conversations.writableMs', 'Conversa do pedido aberta depois da entrega'),
  community.count('conversations.contactsBeforeMask', 'Contatos na conversa antes de esconder', { max: 20 }),
  community.count('conversations.contactsBeforeHold', 'Contatos na conversa antes de reter a mensagem', {
    max: 20,
  }),
  community.time('conversations.contactsWindowMs', 'Período em que os contatos na conversa contam'),
  community.time('conversations.tellAfterMs', 'Mensagem sem leitura avisa depois de', { min: 1_000 }),
  community.time('conversations.quietMs', 'Intervalo entre avisos de mensagem do mesmo pedido'),
  community.count('conversations.filesPerDay', 'Arquivos em conversas por dia e pessoa', {
    min: 1,
    max: 1_000,
  }),
  community.count('conversations.fileMegabytesPerDay', 'Megabytes em conversas por dia e pessoa', {
    min: 10,
    max: 10_000,
  }),
  community.count('uploads.filesPerDay', 'Arquivos privados por dia e pessoa, em tudo', {
    min: 1,
    max: 10_000,
    help: 'Soma conversas, atendimento, comprovantes, reclamações e entregas.',
  }),
  community.count('uploads.megabytesPerDay', 'Megabytes por dia e pessoa, em tudo', {
    min: 20,
    max: 100_000,
    help: 'Soma também as fotos. Um vídeo de entrega conta inteiro.',
  }),
  community.count('favorites.max', 'Favoritos por pessoa', { min: 1 }),
  community.share('favorites.priceDropBps', 'Queda de preço que avisa'),
  community.count('follows.max', 'Pessoas seguidas por pessoa', { min: 1 }),
  community.time('follows.noticeEveryMs', 'Intervalo entre avisos de vendedores seguidos'),
  community.time('follows.noticeWaitMs', 'Espera antes do aviso, para juntar anúncios'),
  community.count('reports.maxPerDay', 'Denúncias por dia e pessoa', { min: 1, max: 1_000 }),
  community.count(
    'reports.toCheckListing',
    'Denúncias independentes que tiram o anúncio do ar até a conferência',
    {
      min: 1,
      max: 100,
    },
  ),
  ...verificationFields,
  ...documentFields,
  ...sellerLevelFields,
  ...ageFields,
  ...strikeFields,
  ...supportFields,
  ...securityFields,
  ...riskFields,
  ...networkFields,
  ...privacyFields,
  ...sizeFields,
  ...letterFields,
]);

function planFields(plan: (typeof plans)[number]): SettingField[] {
  const { money: cents, share, toggle } = fieldsOfGroup('plans');
  return [
    share(`plans.${plan}.commissionBps`, 'Tarifa de venda', { max: 5_000 }),
    cents(`plans.${plan}.minCommissionCents`, 'Tarifa mínima por venda', { max: 10_000 }),
    cents(`plans.${plan}.maxCommissionCents`, 'Tarifa máxima por venda', { max: million }),
    share(`plans.${plan}.guaranteeBps`, 'Parte da venda para o fundo de garantia', { max: 1_000 }),
    toggle(`plans.${plan}.weeklyStatistics`, 'Relatório semanal', {
      help: 'Visitas, favoritos, perguntas, vendas e conversão, em uma página e por e-mail.',
    }),
  ];
}

function receiptFields(): SettingField[] {
  return [
    payments.text('receipts.account.pixKey', 'Chave Pix que recebe', {
      help: 'De uma conta no CNPJ da empresa, que aparece como titular para quem paga com comprovante.',
    }),
    payments.text('receipts.account.bank', 'Banco'),
    payments.text('receipts.account.branch', 'Agência'),
    payments.text('receipts.account.account', 'Conta'),
    payments.time('receipts.expiryMs', 'Prazo para enviar o comprovante', { max: 7 * day }),
    payments.time('receipts.answerMs', 'Prazo da equipe para conferir', { max: 7 * day }),
    payments.time('receipts.lateMs', 'Comprovante em atraso depois de', { max: 7 * day }),
    payments.time('receipts.reviewLimitMs', 'Pedido cancelado sem conferência depois de', { max: 30 * day }),
    payments.count('receipts.maxSendings', 'Envios de comprovante por pedido', { min: 1, max: 10 }),
    payments.money('receipts.twoPeopleAboveCents', 'Duas pessoas aprovam acima de'),
  ];
}

function refundFields(): SettingField[] {
  return [
    refunds.money('refunds.automaticCents', 'Reembolso sem conferência até'),
    refunds.money('refunds.supportLimitCents', 'Suporte decide um reembolso sem aprovação até'),
    refunds.money('refunds.twoPeopleCents', 'Duas pessoas acima de'),
    refunds.count('refunds.maxAttempts', 'Tentativas no banco antes da equipe', { min: 1, max: 10 }),
    refunds.time('refunds.devolutionMs', 'O banco devolve um Pix por', {
      min: day,
      max: 90 * day,
      help: 'Nunca mais de 90 dias: é o limite da devolução do Pix.',
    }),
    refunds.time('refunds.regretMs', 'Prazo de arrependimento depois da entrega', {
      min: 7 * day,
      help: 'Nunca menos de 7 dias (CDC, art. 49).',
    }),
    refunds.count('refunds.regretsAfterReveal', 'Arrependimentos depois de ver o código', { max: 100 }),
    refunds.count('refunds.habitualSales', 'Vendas a partir das quais alguém vende com habitualidade', {
      min: 1,
      max: 1_000,
    }),
    refunds.time('refunds.regretWindowMs', 'Período em que os arrependimentos contam'),
    refunds.time('refunds.regretDecisionMs', 'Prazo da equipe para decidir um arrependimento', { min: hour }),
    refunds.time(
      'refunds.fundAfterRegretMs',
      'Sem decisão, o fundo de garantia paga o arrependimento depois de',
      {
        min: 2 * day,
      },
    ),
    refunds.time('refunds.cancellationAnswerMs', 'Prazo de quem vende para responder a um cancelamento'),
    refunds.money('refunds.forcedAloneCents', 'Mudança da situação de um pedido por uma só pessoa até'),
  ];
}
