import { brandName } from '#web/ui/theme/brand.ts';
import type { DeliveryType, OrderState } from '#domain/orders/orders.ts';
import type { PaymentMethod } from '#domain/payments/payments.ts';
import { formatCents, formatDate } from '#web/ui/data/formats.ts';
import { formatDeadline, overdueText, nextDeadline } from './deadlines.ts';
import type { Ending, Side, Step, StepButton, StepFacts } from './step.ts';
import { parcelSteps, pickupSteps } from '#web/shipping/parcel-steps.ts';
import { escrowTextForBuyer, escrowTextForSeller, pendingResponseStep } from './pending-response-step.ts';

type Row = Record<Side, (facts: StepFacts) => Step>;

/** The next step for this side of the order: one table for the page, the lists and the notices. */
export function nextStep(facts: StepFacts, side: Side): Step {
  if (facts.waits) return pendingResponseStep(facts, side, facts.waits);
  // While a complaint is open the order's own deadline is paused; the complaint's applies.
  if (facts.state === 'in_complaint') throw new Error('an order in complaint without what it waits for');
  const row = stepsOfDelivery[facts.deliveryType]?.[facts.state] ?? table[facts.state];
  return row[side](facts);
}

const stepsOfDelivery: Partial<Record<DeliveryType, Partial<Record<OrderState, Row>>>> = {
  shipping: parcelSteps,
  pickup: pickupSteps,
};

const payTexts: Record<PaymentMethod, string> = {
  pix: 'Pague o Pix',
  card: 'Pague com o cartão',
  boleto: 'Pague o boleto',
  balance: 'Pague com o saldo',
  manual: 'Pague e envie o comprovante',
};

const table: Record<Exclude<OrderState, 'in_complaint'>, Row> = {
  awaiting_payment: {
    buyer: ({ dueAt, now, method, begun }) => ({
      sentence: begun
        ? `Pague o resto até ${formatDeadline(dueAt, now)} para garantir a compra.`
        : `${method ? payTexts[method] : 'Pague'} até ${formatDeadline(dueAt, now)} para garantir a compra.`,
      otherwise: begun
        ? 'Sem o resto até lá, o pedido expira e o que você pagou volta inteiro.'
        : 'Sem pagamento até lá, o pedido expira e nada é cobrado.',
      money: `Seu dinheiro fica guardado pela ${brandName} até você confirmar o recebimento.`,
      actor: 'buyer',
      deadline: dueAt,
      button: 'pay',
    }),
    seller: ({ otherParty, dueAt, now }) => ({
      sentence: `${otherParty} ainda não pagou. Guarde o item até ${formatDeadline(dueAt, now)}.`,
      otherwise: 'Sem pagamento até lá, o item volta para o estoque.',
      money: 'Nada entrou ainda. Entregue só depois do pagamento confirmado.',
      actor: 'buyer',
      deadline: dueAt,
      button: null,
    }),
  },
  payment_in_review: {
    buyer: ({ dueAt, now }) => ({
      sentence: `Estamos conferindo seu pagamento, no máximo até ${formatDeadline(dueAt, now)}.`,
      otherwise: 'Se não for aprovado até lá, o pedido é cancelado.',
      money: 'O que já tiver chegado de você é devolvido inteiro se o pedido for cancelado.',
      actor: 'platform',
      deadline: dueAt,
      button: null,
    }),
    seller: ({ dueAt, now }) => ({
      sentence: 'Pagamento em conferência. Ainda não entregue.',
      otherwise: `Se não for aprovado até ${formatDeadline(dueAt, now)}, o item volta para o estoque.`,
      money: 'Nada entrou ainda. Entregue só depois do pagamento confirmado.',
      actor: 'platform',
      deadline: dueAt,
      button: null,
    }),
  },
  paid: {
    buyer: ({ otherParty, promisedAt, dueAt, deliveryType, now }) =>
      deliveryType === 'automatic'
        ? {
            sentence: `Pagamento confirmado, mas faltam códigos. Avisamos ${otherParty} e a equipe.`,
            otherwise: `Se não chegarem até ${formatDeadline(dueAt, now)}, o pedido é cancelado e o valor volta para você.`,
            money: escrowTextForBuyer,
            actor: 'platform',
            deadline: dueAt,
            button: null,
          }
        : {
            sentence:
              overdueText(promisedAt, now) ??
              `${otherParty} tem até ${formatDeadline(promisedAt ?? dueAt, now)} para entregar.`,
            otherwise: dueAt
              ? `Se a entrega não começar até ${formatDeadline(dueAt, now)}, o pedido é cancelado e o valor volta para você.`
              : '',
            money: escrowTextForBuyer,
            actor: 'seller',
            deadline: nextDeadline(promisedAt, dueAt, now),
            button: null,
          },
    seller: ({ promisedAt, dueAt, deliveryType, amountCents, now }) =>
      deliveryType === 'automatic'
        ? {
            sentence: `Faltam códigos para entregar. Cadastre-os no anúncio até ${formatDeadline(dueAt, now)} e eles são entregues automaticamente.`,
            otherwise: 'Sem eles até lá, a venda é cancelada.',
            money: escrowTextForSeller(amountCents),
            actor: 'seller',
            deadline: dueAt,
            button: null,
          }
        : {
            sentence: `${overdueText(promisedAt, now) ?? `Entregue até ${formatDeadline(promisedAt ?? dueAt, now)}.`} Marque quando iniciar a entrega.`,
            otherwise: dueAt ? `Sem início até ${formatDeadline(dueAt, now)}, a venda é cancelada.` : '',
            money: escrowTextForSeller(amountCents),
            actor: 'seller',
            deadline: nextDeadline(promisedAt, dueAt, now),
            button: 'start_delivery',
          },
  },
  in_delivery: {
    buyer: ({ otherParty, promisedAt, dueAt, now }) => ({
      sentence:
        overdueText(promisedAt, now) ??
        `${otherParty} começou a entrega e tem até ${formatDeadline(promisedAt ?? dueAt, now)}.`,
      otherwise: dueAt
        ? `Se não chegar até ${formatDeadline(dueAt, now)}, o pedido é cancelado e o valor volta para você.`
        : '',
      money: escrowTextForBuyer,
      actor: 'seller',
      deadline: nextDeadline(promisedAt, dueAt, now),
      button: null,
    }),
    seller: ({ promisedAt, dueAt, amountCents, now }) => ({
      sentence: overdueText(promisedAt, now)
        ? `${overdueText(promisedAt, now)} Entregue e marque aqui.`
        : `Entregue até ${formatDeadline(promisedAt ?? dueAt, now)} e marque aqui.`,
      otherwise: dueAt ? `Sem entrega até ${formatDeadline(dueAt, now)}, a venda é cancelada.` : '',
      money: escrowTextForSeller(amountCents),
      actor: 'seller',
      deadline: nextDeadline(promisedAt, dueAt, now),
      button: 'deliver',
    }),
  },
  delivered: {
    buyer: ({ dueAt, now, deliveryType, revealed }) => ({
      sentence: dueAt
        ? `Confira e confirme até ${formatDeadline(dueAt, now)}. Depois disso, o valor é liberado automaticamente.`
        : 'Confira o que recebeu e confirme.',
      otherwise:
        'Sem resposta até lá, o pedido é concluído automaticamente. Se algo está errado, abra uma reclamação.',
      money: escrowTextForBuyer,
      actor: 'buyer',
      deadline: dueAt,
      button: deliveryType === 'automatic' && revealed === false ? 'reveal' : 'confirm',
    }),
    seller: ({ otherParty, dueAt, amountCents, now }) => ({
      sentence: dueAt
        ? `${otherParty} tem até ${formatDeadline(dueAt, now)} para confirmar.`
        : `Falta ${otherParty} confirmar.`,
      otherwise: dueAt ? 'Depois do prazo, a venda é concluída automaticamente.' : '',
      money: escrowTextForSeller(amountCents),
      actor: 'buyer',
      deadline: dueAt,
      button: null,
    }),
  },
  completed: {
    buyer: ({ rateable }) =>
      rateable
        ? closedStep('Tudo certo. Conte como foi.', 'rate')
        : closedStep('Tudo certo. A compra está concluída.', 'see_similar'),
    seller: ({ amountCents, releaseAt, now }) =>
      closedStep(
        releaseAt && releaseAt > now
          ? `${formatCents(amountCents)} será liberado em ${formatDate(releaseAt)}.`
          : `${formatCents(amountCents)} liberado${releaseAt ? ` em ${formatDate(releaseAt)}` : ''}.`,
        'see_balance',
      ),
  },
  refunded: {
    buyer: (facts) =>
      closedStep(pendingRefundText(facts) ?? `${endedText(facts)} ${moneyTexts.back}`, 'see_similar'),
    seller: (facts) => closedStep(`${endedText(facts)} O valor foi devolvido a quem comprou.`),
  },
  cancelled: {
    buyer: (facts) =>
      closedStep(
        pendingRefundText(facts) ?? `${endedText(facts)} ${endingMoneyText(facts.ending ?? null)}`,
        'see_similar',
      ),
    seller: (facts) =>
      closedStep(facts.ending ? endedText(facts) : `${endedText(facts)} A venda foi cancelada.`),
  },
  expired: {
    buyer: (facts) => closedStep(`${endedText(facts)} O prazo do pagamento acabou.`, 'see_similar'),
    seller: (facts) => closedStep(`${endedText(facts)} O pagamento não chegou a tempo.`),
  },
};

function closedStep(sentence: string, button: StepButton = null): Step {
  return { sentence, otherwise: '', money: '', actor: null, deadline: null, button };
}

/** Null once the money has arrived. */
function pendingRefundText({ refund, now }: StepFacts): string | null {
  return refund ? `Reembolso aprovado. Cai até ${formatDeadline(refund.by, now)} ${refund.where}.` : null;
}

const moneyTexts: Record<Ending['money'], string> = {
  none: 'Nada foi cobrado.',
  back: 'O valor foi devolvido.',
  coming: 'O valor volta inteiro.',
};

function endingMoneyText(ending: Ending | null): string {
  if (!ending) return 'Se você pagou, o valor volta inteiro.';
  if (!ending.lessFreight) return moneyTexts[ending.money];
  return ending.money === 'back' ? 'O preço foi devolvido, menos o frete.' : 'O preço volta, menos o frete.';
}

/** «Encerrado em {data}. {motivo}» (design §2.2). */
function endedText({ closedAt, ending }: StepFacts): string {
  const when = closedAt ? `Encerrado em ${formatDate(closedAt)}.` : 'Encerrado.';
  return ending ? `${when} ${ending.because}.` : when;
}
