import { durationText } from '#domain/text/durations.ts';
import { formatCents, formatMoment } from '#server/formats.ts';
import { rulesInForce } from '#server/settings/current/rules-in-force.ts';
import { isChargeback } from './contestations.ts';
import { notice, resumeText } from '#server/notifications/notice.ts';
import type { Facts, Notice } from '#server/notifications/notice.ts';

/** Notices about refunds, and about orders that end or continue because of them. */
export const refundTemplates = {
  'order.refunded': (facts: Facts): Notice[] =>
    isChargeback(facts)
      ? []
      : [
          notice(
            'buyer',
            'Pedido reembolsado',
            `Você recebe ${dataMoney(facts)} de volta por «${facts.title}».${interestText(facts)}`,
            'undo-2',
            orderUrl(facts),
          ),
          notice(
            'seller',
            'Venda reembolsada',
            `O valor de «${facts.title}» volta para quem comprou. A tarifa de venda não é cobrada.`,
            'undo-2',
            orderUrl(facts),
          ),
        ],
  'order.partly_refunded': (facts: Facts): Notice[] =>
    isChargeback(facts)
      ? []
      : [
          notice(
            'buyer',
            'Parte do valor de volta',
            `Você recebe ${dataMoney(facts)} de volta por «${facts.title}».${interestText(facts)}`,
            'undo-2',
            orderUrl(facts),
          ),
          notice(
            'seller',
            'Reembolso parcial',
            `${dataMoney(facts)} de «${facts.title}» voltam para quem comprou. A tarifa de venda foi recalculada.`,
            'undo-2',
            orderUrl(facts),
          ),
        ],
  // If something else still stops the sale, its own end is announced.
  'order.resumed': (facts: Facts): Notice[] =>
    facts.data.stoppedBy
      ? []
      : [
          notice(
            'seller',
            'Venda liberada',
            `O valor de «${facts.title}» não está mais bloqueado.`,
            'lock-open',
            orderUrl(facts),
          ),
        ],
  'order.cancellation_asked': (facts: Facts): Notice[] => [
    notice(
      'seller',
      'Pedido de cancelamento',
      `Quem comprou «${facts.title}» quer cancelar. Responda até ${formatMoment(new Date(String(facts.data.dueAt)))}: sem resposta, vale como sim.`,
      'circle-help',
      orderUrl(facts),
    ),
  ],
  'order.cancellation_refused': (facts: Facts): Notice[] => [
    notice(
      'buyer',
      'Cancelamento recusado',
      `O vendedor vai entregar «${facts.title}». Veja o que ele respondeu.`,
      'circle-x',
      orderUrl(facts),
    ),
  ],
  // The effect of the forced move is announced by its own event.
  'order.force_asked': (): Notice[] => [],
  'order.force_dropped': (): Notice[] => [],
  'order.forced': (): Notice[] => [],
  // Decreto 7.962, art. 5: acknowledged at once, with the same number as in the letter.
  'order.regretted': (facts: Facts): Notice[] => [
    notice(
      'buyer',
      'Desistência recebida',
      `Protocolo ${String(facts.data.protocol)}. ${
        facts.data.returnBy
          ? `Devolva «${facts.title}» até ${formatMoment(new Date(String(facts.data.returnBy)))}: o pedido diz como.`
          : facts.data.decisionBy
            ? `A equipe confere o reembolso de «${facts.title}» em até ${durationText(rulesInForce.refunds.regretDecisionMs)}.`
            : `O valor de «${facts.title}» volta para você.`
      }`,
      'hourglass',
      orderUrl(facts),
    ),
  ],
  'refund.asked': (facts: Facts): Notice[] => [
    notice(
      'seller',
      'Quem comprou desistiu',
      `A equipe confere o reembolso de «${facts.title}». Isso não conta na sua reputação.`,
      'hourglass',
      orderUrl(facts),
    ),
  ],
  // An approved refund is announced when the money arrives.
  'refund.approved': (): Notice[] => [],
  'refund.rejected': (facts: Facts): Notice[] => [
    notice(
      'buyer',
      'Reembolso recusado',
      `A equipe recusou o reembolso de «${facts.title}». Veja o motivo no pedido.`,
      'circle-x',
      orderUrl(facts),
    ),
    notice(
      'seller',
      'A venda continua',
      `A equipe recusou o reembolso de «${facts.title}». ${resumeText(facts, 'O valor e os prazos seguem de onde pararam.')}`,
      'lock-open',
      orderUrl(facts),
    ),
  ],
  'refund.paid_by_fund': (facts: Facts): Notice[] => [
    notice(
      'buyer',
      'Seu dinheiro está voltando',
      `A equipe não decidiu a tempo sobre «${facts.title}». O fundo de garantia devolve ${dataMoney(facts)} a você.`,
      'undo-2',
      orderUrl(facts),
    ),
    notice(
      'seller',
      'A venda continua sua',
      `A equipe não decidiu a tempo sobre o reembolso de «${facts.title}». O fundo de garantia pagou quem comprou. ${resumeText(facts, 'A sua venda segue de onde parou.')}`,
      'lock-open',
      orderUrl(facts),
    ),
  ],
  'refund.paid_by_hand': (): Notice[] => [],
  // Reading the data is recorded in the audit log only.
  'refund.payee_unmasked': (): Notice[] => [],
  'refund.completed': (facts: Facts): Notice[] => [
    notice(
      'buyer',
      'Reembolso enviado',
      facts.data.destination === 'balance'
        ? `${dataMoney(facts)} entraram no seu saldo.`
        : facts.cardPlan
          ? `${dataMoney(facts)} voltaram para o cartão.${interestText(facts)}`
          : `${dataMoney(facts)} voltaram para a conta que pagou.`,
      'undo-2',
      orderUrl(facts),
    ),
  ],
};

/** The interest is the card's bank's, so no refund of ours contains it (§4.8). */
const interestText = ({ cardPlan }: Facts) =>
  cardPlan ? ' Os juros das parcelas não passam por nós: quem os acerta é o banco do cartão.' : '';

function dataMoney({ data }: Facts): string {
  return formatCents(Number(data.amountCents));
}

const orderUrl = ({ orderHash }: Facts) => `/pedido/${orderHash}`;
