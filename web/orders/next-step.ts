import { brandName } from '#web/ui/theme/brand.ts';
import type { OrderState } from '#domain/orders/orders.ts';
import type { PaymentMethod } from '#domain/payments/payments.ts';
import { formatCents, formatDate } from '#web/ui/data/formats.ts';
import { by, late, nextOf } from './deadlines.ts';
import type { Ending, Side, Step, StepButton, StepFacts } from './step.ts';
import { keptForBuyer, keptForSeller, waitingStep } from './pending-response-step.ts';

type Row = Record<Side, (facts: StepFacts) => Step>;

/** What happens next for this side of the order: one table for the page, the lists and the notices. */
export function nextStep(facts: StepFacts, side: Side): Step {
  if (facts.waits) return waitingStep(facts, side, facts.waits);
  // An order in complaint waits for the complaint's next move, and its clock stands still.
  if (facts.state === 'in_complaint') throw new Error('an order in complaint without what it waits for');
  return table[facts.state][side](facts);
}

const payWords: Record<PaymentMethod, string> = {
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
        ? `Pague o resto até ${by(dueAt, now)} para garantir a compra.`
        : `${method ? payWords[method] : 'Pague'} até ${by(dueAt, now)} para garantir a compra.`,
      otherwise: begun
        ? 'Sem o resto até lá, o pedido expira e o que você pagou volta inteiro.'
        : 'Sem pagamento até lá, o pedido expira e nada é cobrado.',
      money: `Seu dinheiro fica guardado pela ${brandName} até você confirmar o recebimento.`,
      actor: 'buyer',
      deadline: dueAt,
      button: 'pay',
    }),
    seller: ({ otherParty, dueAt, now }) => ({
      sentence: `${otherParty} ainda não pagou. Guarde o item até ${by(dueAt, now)}.`,
      otherwise: 'Sem pagamento até lá, o item volta para o estoque.',
      money: 'Nada entrou ainda. Entregue só depois do pagamento confirmado.',
      actor: 'buyer',
      deadline: dueAt,
      button: null,
    }),
  },
  payment_in_review: {
    buyer: ({ dueAt, now }) => ({
      sentence: `Estamos conferindo seu pagamento, no máximo até ${by(dueAt, now)}.`,
      otherwise: 'Se não for aprovado até lá, o pedido é cancelado.',
      money: 'O que já tiver chegado de você é devolvido inteiro se o pedido for cancelado.',
      actor: 'platform',
      deadline: dueAt,
      button: null,
    }),
    seller: ({ dueAt, now }) => ({
      sentence: 'Pagamento em conferência. Ainda não entregue.',
      otherwise: `Se não for aprovado até ${by(dueAt, now)}, o item volta para o estoque.`,
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
            otherwise: `Se não chegarem até ${by(dueAt, now)}, o pedido é cancelado e o valor volta para você.`,
            money: keptForBuyer,
            actor: 'platform',
            deadline: dueAt,
            button: null,
          }
        : {
            sentence:
              late(promisedAt, now) ?? `${otherParty} tem até ${by(promisedAt ?? dueAt, now)} para entregar.`,
            otherwise: dueAt
              ? `Se a entrega não começar até ${by(dueAt, now)}, o pedido é cancelado e o valor volta para você.`
              : '',
            money: keptForBuyer,
            actor: 'seller',
            deadline: nextOf(promisedAt, dueAt, now),
            button: null,
          },
    seller: ({ promisedAt, dueAt, deliveryType, amountCents, now }) =>
      deliveryType === 'automatic'
        ? {
            sentence: `Faltam códigos para entregar. Cadastre-os no anúncio até ${by(dueAt, now)} e eles saem sozinhos.`,
            otherwise: 'Sem eles até lá, a venda é cancelada.',
            money: keptForSeller(amountCents),
            actor: 'seller',
            deadline: dueAt,
            button: null,
          }
        : {
            sentence: `${late(promisedAt, now) ?? `Entregue até ${by(promisedAt ?? dueAt, now)}.`} Comece avisando que iniciou.`,
            otherwise: dueAt ? `Sem início até ${by(dueAt, now)}, a venda é cancelada.` : '',
            money: keptForSeller(amountCents),
            actor: 'seller',
            deadline: nextOf(promisedAt, dueAt, now),
            button: 'start_delivery',
          },
  },
  in_delivery: {
    buyer: ({ otherParty, promisedAt, dueAt, now }) => ({
      sentence:
        late(promisedAt, now) ?? `${otherParty} começou a entrega e tem até ${by(promisedAt ?? dueAt, now)}.`,
      otherwise: dueAt
        ? `Se não chegar até ${by(dueAt, now)}, o pedido é cancelado e o valor volta para você.`
        : '',
      money: keptForBuyer,
      actor: 'seller',
      deadline: nextOf(promisedAt, dueAt, now),
      button: null,
    }),
    seller: ({ promisedAt, dueAt, amountCents, now }) => ({
      sentence: late(promisedAt, now)
        ? `${late(promisedAt, now)} Entregue e marque aqui.`
        : `Entregue até ${by(promisedAt ?? dueAt, now)} e marque aqui.`,
      otherwise: dueAt ? `Sem entrega até ${by(dueAt, now)}, a venda é cancelada.` : '',
      money: keptForSeller(amountCents),
      actor: 'seller',
      deadline: nextOf(promisedAt, dueAt, now),
      button: 'deliver',
    }),
  },
  delivered: {
    buyer: ({ dueAt, now, deliveryType, revealed }) => ({
      sentence: dueAt
        ? `Confira e confirme até ${by(dueAt, now)}. Depois o valor é liberado sozinho.`
        : 'Confira o que recebeu e confirme.',
      otherwise:
        'Sem resposta até lá, o pedido se conclui sozinho. Se algo está errado, abra uma reclamação.',
      money: keptForBuyer,
      actor: 'buyer',
      deadline: dueAt,
      button: deliveryType === 'automatic' && revealed === false ? 'reveal' : 'confirm',
    }),
    seller: ({ otherParty, dueAt, amountCents, now }) => ({
      sentence: dueAt
        ? `${otherParty} tem até ${by(dueAt, now)} para confirmar.`
        : `Falta ${otherParty} confirmar.`,
      otherwise: dueAt ? 'Depois do prazo a venda se conclui sozinha.' : '',
      money: keptForSeller(amountCents),
      actor: 'buyer',
      deadline: dueAt,
      button: null,
    }),
  },
  completed: {
    buyer: ({ rateable }) =>
      rateable
        ? closed('Tudo certo. Conte como foi.', 'rate')
        : closed('Tudo certo. A compra está concluída.', 'see_similar'),
    seller: ({ amountCents, releaseAt, now }) =>
      closed(
        releaseAt && releaseAt > now
          ? `${formatCents(amountCents)} será liberado em ${formatDate(releaseAt)}.`
          : `${formatCents(amountCents)} liberado${releaseAt ? ` em ${formatDate(releaseAt)}` : ''}.`,
        'see_balance',
      ),
  },
  refunded: {
    buyer: (facts) => closed(comingBack(facts) ?? `${ended(facts)} ${backWords.back}`, 'see_similar'),
    seller: (facts) => closed(`${ended(facts)} O valor foi devolvido a quem comprou.`),
  },
  cancelled: {
    buyer: (facts) =>
      closed(
        comingBack(facts) ??
          `${ended(facts)} ${facts.ending ? backWords[facts.ending.money] : 'Se você pagou, o valor volta inteiro.'}`,
        'see_similar',
      ),
    seller: (facts) => closed(facts.ending ? ended(facts) : `${ended(facts)} A venda foi cancelada.`),
  },
  expired: {
    buyer: (facts) => closed(`${ended(facts)} O prazo do pagamento acabou.`, 'see_similar'),
    seller: (facts) => closed(`${ended(facts)} O pagamento não chegou a tempo.`),
  },
};

function closed(sentence: string, button: StepButton = null): Step {
  return { sentence, otherwise: '', money: '', actor: null, deadline: null, button };
}

/** The money is still on its way. */
function comingBack({ refund, now }: StepFacts): string | null {
  return refund ? `Devolução aprovada. Cai até ${by(refund.by, now)} ${refund.where}.` : null;
}

const backWords: Record<Ending['money'], string> = {
  none: 'Nada foi cobrado.',
  back: 'O valor foi devolvido.',
  coming: 'O valor volta inteiro.',
};

/** «Encerrado em {data}. {motivo}» (design §2.2). */
function ended({ closedAt, ending }: StepFacts): string {
  const when = closedAt ? `Encerrado em ${formatDate(closedAt)}.` : 'Encerrado.';
  return ending ? `${when} ${ending.because}.` : when;
}
