import type { OrderState } from '#domain/orders/orders.ts';
import type { ShipmentState } from '#domain/shipping/shipments.ts';
import { nextDeadline } from '#web/orders/deadlines.ts';
import { escrowTextForBuyer, escrowTextForSeller } from '#web/orders/pending-response-step.ts';
import type { Side, Step, StepFacts } from '#web/orders/step.ts';
import { dayText, isOver } from './days.ts';

type Steps = Partial<Record<OrderState, Record<Side, (facts: StepFacts) => Step>>>;

/** The next step of a parcel, where it differs from that of other deliveries (S07, S10). */
export const parcelSteps: Steps = {
  paid: {
    buyer: ({ otherParty, promisedAt, dueAt, now }) => ({
      sentence: isOver(promisedAt, now)
        ? `O pacote devia ter sido postado até ${dayText(promisedAt, now)}.`
        : `${otherParty} tem até ${dayText(promisedAt ?? dueAt, now)} para postar o pacote.`,
      otherwise: `Sem postagem até ${dayText(dueAt, now)}, a compra é cancelada e você recebe tudo de volta.`,
      money: escrowTextForBuyer,
      actor: 'seller',
      deadline: nextDeadline(promisedAt, dueAt, now),
      button: null,
    }),
    seller: ({ promisedAt, dueAt, shipment, amountCents, now }) => ({
      sentence: isOver(promisedAt, now)
        ? `O prazo de postagem acabou em ${dayText(promisedAt, now)}. Poste até ${dayText(dueAt, now)}.`
        : `Poste até ${dayText(promisedAt ?? dueAt, now)}${postingText(shipment)}`,
      otherwise: `Sem postagem até ${dayText(dueAt, now)}, a venda é cancelada e conta no seu histórico.`,
      money: escrowTextForSeller(amountCents),
      actor: 'seller',
      deadline: nextDeadline(promisedAt, dueAt, now),
      button: postingButton(shipment),
    }),
  },
  in_delivery: {
    buyer: (facts) => ({
      sentence: travelText(facts, 'buyer'),
      otherwise: silenceText(facts, 'buyer'),
      money: escrowTextForBuyer,
      actor: 'platform',
      deadline: nextDeadline(facts.promisedAt, facts.dueAt, facts.now),
      button: facts.shipment && receivable.includes(facts.shipment.state) ? 'receive' : null,
    }),
    seller: (facts) => ({
      sentence: travelText(facts, 'seller'),
      otherwise: silenceText(facts, 'seller'),
      money: escrowTextForSeller(facts.amountCents),
      actor: 'platform',
      deadline: nextDeadline(facts.promisedAt, facts.dueAt, facts.now),
      button: null,
    }),
  },
};

/** The next step of what is picked up (S12). */
export const pickupSteps: Steps = {
  paid: {
    buyer: ({ otherParty, promisedAt, dueAt, now }) => ({
      sentence: `Combine com ${otherParty} a retirada até ${dayText(promisedAt ?? dueAt, now)} e mostre seu código só quando receber.`,
      otherwise: `Sem retirada até ${dayText(dueAt, now)}, a compra é cancelada e você recebe tudo de volta.`,
      money: escrowTextForBuyer,
      actor: 'buyer',
      deadline: nextDeadline(promisedAt, dueAt, now),
      button: 'see_code',
    }),
    seller: ({ otherParty, promisedAt, dueAt, amountCents, now }) => ({
      sentence: `Combine com ${otherParty} a retirada até ${dayText(promisedAt ?? dueAt, now)} e digite o código de quem recebe.`,
      otherwise: `Sem retirada até ${dayText(dueAt, now)}, a venda é cancelada e o valor volta a quem comprou.`,
      money: escrowTextForSeller(amountCents),
      actor: 'seller',
      deadline: nextDeadline(promisedAt, dueAt, now),
      button: 'hand_over',
    }),
  },
};

/** In these states the parcel may already be with its buyer. */
const receivable: readonly ShipmentState[] = ['out_for_delivery', 'awaiting_collection'];

function postingText(shipment: StepFacts['shipment']): string {
  if (!shipment?.hasLabel) return ' e informe o código de rastreio.';
  return shipment.labelReady
    ? ' com a etiqueta. A transportadora avisa a postagem.'
    : '. Gere a etiqueta e cole no pacote.';
}

function postingButton(shipment: StepFacts['shipment']): Step['button'] {
  if (!shipment?.hasLabel) return 'post';
  return shipment.labelReady ? 'print_label' : 'make_label';
}

const stateTexts: Partial<Record<ShipmentState, Record<Side, string>>> = {
  out_for_delivery: { buyer: 'Seu pacote saiu para entrega.', seller: 'O pacote saiu para entrega.' },
  awaiting_collection: {
    buyer: 'Retire o pacote na agência, com um documento com foto.',
    seller: 'O pacote está na agência, à espera de quem comprou.',
  },
  failed: {
    buyer: 'A transportadora não conseguiu entregar. Confira o endereço com ela.',
    seller: 'A transportadora não conseguiu entregar e tenta de novo.',
  },
  returning: {
    buyer: 'O pacote está voltando para quem vendeu.',
    seller: 'O pacote está voltando para você.',
  },
};

function travelText({ shipment, promisedAt, dueAt, now }: StepFacts, side: Side): string {
  const byState = shipment && stateTexts[shipment.state];
  if (byState) return byState[side];
  if (isOver(promisedAt, now)) {
    const late = `O pacote está atrasado: era até ${dayText(promisedAt, now)}.`;
    return side === 'buyer' ? `${late} Você já pode reclamar.` : `${late} Fale com a transportadora.`;
  }
  const day = dayText(promisedAt ?? dueAt, now);
  return side === 'buyer' ? `Seu pacote chega até ${day}.` : `O pacote chega até ${day}.`;
}

/** What happens without news of the parcel (S07, S08). */
function silenceText({ shipment, dueAt, now }: StepFacts, side: Side): string {
  const day = dayText(dueAt, now);
  if (!shipment?.hasLabel)
    return side === 'buyer'
      ? `Se você não avisar até ${day}, o pacote conta como entregue.`
      : `Sem aviso de quem comprou até ${day}, o pacote conta como entregue.`;
  if (shipment.state === 'returning')
    return side === 'buyer'
      ? 'Quando ele chegar, o reembolso sai sem você pedir.'
      : 'Quando ele chegar, o valor volta a quem comprou. Confira o conteúdo.';
  if (shipment.state === 'awaiting_collection')
    return side === 'buyer'
      ? 'Sem a retirada, ele volta para quem vendeu e o reembolso sai sem você pedir.'
      : 'Sem a retirada, ele volta para você e o valor volta a quem comprou.';
  return side === 'buyer'
    ? `Sem notícia até ${day}, ele conta como extraviado e você recebe tudo de volta.`
    : `Sem notícia até ${day}, ele conta como extraviado e o valor volta a quem comprou.`;
}
