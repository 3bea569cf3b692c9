import type { ReturnOutcome, ReturnState, ReturnWay } from './returns.ts';

interface Told {
  state: ReturnState;
  way: ReturnWay;
  labelReady: boolean;
  outcome: ReturnOutcome | null;
}

type Side = 'buyer' | 'seller';

/** What a side does next with a return, and what happens otherwise (N12, S11). Dates stand beside the sentence. */
export function returnStep(told: Told, side: Side): string {
  switch (told.state) {
    case 'to_post':
      return toPost(told)[side];
    case 'completed':
      return completed(told)[side];
    default:
      return steps[told.state][side];
  }
}

function toPost({ way, labelReady }: Told): Record<Side, string> {
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
  const then = 'Seu dinheiro volta assim que a transportadora registrar a postagem.';
  return {
    buyer: labelReady
      ? `Imprima a etiqueta, cole na caixa e poste até a data indicada. ${then}`
      : `Gere a etiqueta, que não custa nada para você, e poste até a data indicada. ${then}`,
    seller,
  };
}

function completed({ outcome, way }: Told): Record<Side, string> {
  if (outcome === 'none')
    return {
      buyer: 'A equipe decidiu pela venda. Veja o motivo abaixo.',
      seller: 'A equipe decidiu pela venda: o valor e os prazos seguem de onde pararam.',
    };
  if (outcome === 'partial')
    return {
      buyer: 'A equipe decidiu que uma parte do valor volta para você. Veja o motivo abaixo.',
      seller: 'A equipe decidiu que uma parte do valor volta para quem comprou. Veja o motivo abaixo.',
    };
  return {
    buyer: 'Devolução concluída. Seu reembolso está a caminho, com o frete da compra.',
    seller:
      way === 'label'
        ? 'O valor voltou para quem comprou na postagem, como a lei pede. Acompanhe o pacote e confira quando chegar.'
        : 'Devolução concluída. O valor volta para quem comprou.',
  };
}

const steps: Record<Exclude<ReturnState, 'to_post' | 'completed'>, Record<Side, string>> = {
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
