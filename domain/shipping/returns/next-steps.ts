import type { ShipmentState } from '#domain/shipping/shipments.ts';
import type { ReturnOutcome, ReturnReason, ReturnState, ReturnWay } from './returns.ts';

interface ReturnFacts {
  reason: ReturnReason;
  state: ReturnState;
  way: ReturnWay;
  labelReady: boolean;
  outcome: ReturnOutcome | null;
  parcelState: ShipmentState;
}

type Side = 'buyer' | 'seller';
type Sentences = Readonly<Record<Side, string>>;

/** What a side does next with a return, and what happens otherwise (N12, S11). Dates stand beside the sentence. */
export function returnStep(facts: ReturnFacts, side: Side): string {
  return sentencesOf(facts)[side];
}

function sentencesOf(facts: ReturnFacts): Sentences {
  switch (facts.state) {
    case 'to_post':
      return toPost(facts);
    case 'posted':
    case 'checking':
      return facts.parcelState === 'returning' ? bouncing : steps[facts.state];
    case 'contested':
      return facts.parcelState === 'returned' ? bounced : steps.contested;
    case 'completed':
      return completed(facts);
    default:
      return steps[facts.state];
  }
}

function toPost({ way, labelReady, reason }: ReturnFacts): Sentences {
  const seller = 'Quem comprou tem até a data indicada para devolver. Depois dela, a venda continua.';
  if (way === 'hand')
    return {
      buyer:
        'Combine o lugar na conversa do pedido e devolva em mãos até a data indicada. Depois de devolver, avise aqui.',
      seller: `${seller} Combine o lugar na conversa do pedido e confirme quando receber.`,
    };
  if (way === 'own')
    return {
      buyer:
        'Embale como recebeu, poste para o endereço abaixo até a data indicada e informe o código de rastreio. Guarde o comprovante.',
      seller,
    };
  const then =
    reason === 'regret'
      ? 'Seu dinheiro volta assim que a transportadora registrar a postagem.'
      : 'Seu dinheiro volta depois que o pacote chegar e quem vendeu tiver tempo de conferir.';
  return {
    buyer: labelReady
      ? `Imprima a etiqueta, cole na caixa e poste até a data indicada. ${then}`
      : `Gere a etiqueta, que não custa nada para você, e poste até a data indicada. ${then}`,
    seller,
  };
}

function completed({ outcome, way, reason, parcelState }: ReturnFacts): Sentences {
  if (outcome === 'none')
    return {
      buyer: 'A equipe decidiu pela venda. Veja o motivo abaixo.',
      seller: 'A equipe decidiu pela venda: o valor e os prazos seguem de onde pararam.',
    };
  if (outcome === 'fund')
    return {
      buyer: 'A equipe não decidiu a tempo: o fundo de garantia devolve o valor inteiro a você.',
      seller: 'A equipe não decidiu a tempo: o fundo de garantia pagou quem comprou, e a venda continua sua.',
    };
  if (outcome === 'partial')
    return {
      buyer: 'A equipe decidiu que uma parte do valor volta para você. Veja o motivo abaixo.',
      seller: 'A equipe decidiu que uma parte do valor volta para quem comprou. Veja o motivo abaixo.',
    };
  const buyer = 'Devolução concluída. Seu reembolso está a caminho, com o frete da compra.';
  if (parcelState === 'lost')
    return {
      buyer: 'A transportadora perdeu o pacote. Seu reembolso segue mesmo assim, com o frete da compra.',
      seller:
        'A transportadora perdeu o pacote, e o valor voltou para quem comprou. Fale com o atendimento sobre a indenização.',
    };
  if (parcelState === 'returning' || parcelState === 'returned')
    return {
      buyer:
        'O pacote não chegou a quem vendeu e voltou para você. Fale com o atendimento para enviar de novo.',
      seller:
        'O pacote não chegou a você e voltou para quem comprou, que já tem o dinheiro de volta. Fale com o atendimento.',
    };
  const isPaidAtPosting = way === 'label' && reason === 'regret';
  return {
    buyer,
    seller: isPaidAtPosting
      ? 'O valor voltou para quem comprou na postagem, como a lei pede. Acompanhe o pacote e confira quando chegar.'
      : 'Devolução concluída. O valor volta para quem comprou.',
  };
}

/** The parcel is on its way back to the buyer. */
const bouncing: Sentences = {
  buyer: 'O pacote não chegou a quem vendeu e está voltando para você. Quando chegar, a equipe decide.',
  seller: 'O pacote não chegou a você e está voltando para quem comprou. Quando chegar, a equipe decide.',
};

const bounced: Sentences = {
  buyer: 'O pacote voltou para você. Guarde como está: a equipe olha o caminho dele e decide.',
  seller: 'O pacote voltou para quem comprou. A equipe olha o caminho dele e decide.',
};

const steps: Record<Exclude<ReturnState, 'to_post' | 'completed'>, Sentences> = {
  posted: {
    buyer: 'A devolução está a caminho. Não é preciso fazer nada: guarde o comprovante da postagem.',
    seller: 'A devolução está a caminho. Quando chegar, confira e confirme aqui.',
  },
  checking: {
    buyer: 'Quem vendeu confere o que voltou. Sem contestação até a data indicada, seu dinheiro volta.',
    seller:
      'Confira o que voltou até a data indicada. Se algo estiver errado, conteste com fotos; sem resposta, o valor volta para quem comprou.',
  },
  contested: {
    buyer: 'A devolução foi contestada. A equipe olha as provas e decide.',
    seller: 'A equipe olha as provas e decide. Guarde o que voltou como está.',
  },
  lapsed: {
    buyer: 'A devolução não foi enviada no prazo, e a compra continua valendo.',
    seller: 'A devolução não foi enviada no prazo. A venda continua.',
  },
  cancelled: {
    buyer: 'A devolução foi cancelada.',
    seller: 'A devolução foi cancelada.',
  },
};
