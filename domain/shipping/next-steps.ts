import type { ShipmentState } from './shipments.ts';

export type ShipmentSide = 'buyer' | 'seller';

/** What each side does next, and what happens otherwise (N12, S10). Dates stand beside the sentence. */
const steps: Readonly<Record<ShipmentState, Readonly<Record<ShipmentSide, string>>>> = {
  preparing: {
    buyer:
      'Quem vende está preparando o pacote. Se não for postado no prazo, a compra é cancelada e você recebe tudo de volta.',
    seller:
      'Embale e poste até a data indicada. Depois dela, a venda é cancelada e o valor volta para quem comprou.',
  },
  posted: {
    buyer: 'O pacote foi postado. Acompanhe por aqui até o dia prometido.',
    seller: 'O pacote foi postado. Não é preciso fazer nada: guarde o comprovante da postagem até a entrega.',
  },
  in_transit: {
    buyer: 'O pacote está a caminho. Se o dia prometido passar, você pode reclamar por aqui.',
    seller: 'O pacote está a caminho. Guarde o comprovante da postagem até a entrega.',
  },
  out_for_delivery: {
    buyer: 'O pacote chega hoje. Deixe alguém em casa para receber e conferir.',
    seller: 'O pacote saiu para entrega. Não é preciso fazer nada.',
  },
  awaiting_collection: {
    buyer:
      'Retire o pacote na agência até a data indicada, com um documento com foto. Depois dela, ele volta para quem vendeu.',
    seller: 'O pacote espera por quem comprou na agência. Se não for retirado no prazo, ele volta para você.',
  },
  delivered: {
    buyer:
      'Confira o pacote e confirme o recebimento. Se ele não chegou ou veio com problema, avise antes da data indicada.',
    seller: 'O pacote foi entregue. A venda é concluída quando quem comprou confirmar, ou na data indicada.',
  },
  failed: {
    buyer:
      'A transportadora não conseguiu entregar. Confira o endereço e espere a nova tentativa, ou retire na agência quando for avisado.',
    seller:
      'A transportadora não conseguiu entregar. Haverá nova tentativa; se nenhuma der certo, o pacote volta para você.',
  },
  returning: {
    buyer:
      'O pacote está voltando para quem vendeu. Quando ele chegar, você recebe o seu dinheiro de volta conforme o motivo.',
    seller:
      'O pacote está voltando para você. Quando ele chegar, confira o conteúdo e fotografe o que estiver errado.',
  },
  returned: {
    buyer:
      'O pacote voltou para quem vendeu. O reembolso é do valor inteiro; se o endereço informado estava errado, os dois fretes são descontados.',
    seller: 'O pacote voltou para você. Confira o conteúdo: o valor volta para quem comprou.',
  },
  lost: {
    buyer: 'O pacote foi extraviado. Você recebe tudo de volta, sem precisar fazer nada.',
    seller:
      'O pacote foi extraviado. Quem comprou recebe o reembolso; quem pagou a etiqueta pede a indenização à transportadora.',
  },
  cancelled: {
    buyer: 'O envio foi cancelado antes da postagem. Você recebe tudo de volta.',
    seller: 'O envio foi cancelado. Não poste o pacote: a etiqueta não vale mais.',
  },
};

/** The sentence of a shipment's state for one side. */
export function nextStep(state: ShipmentState, side: ShipmentSide): string {
  return steps[state][side];
}
