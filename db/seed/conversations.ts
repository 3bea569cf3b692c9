/** What buyers write when they give up an order, and sellers when they refuse a sale. */
export const cancellationReasons: Readonly<Record<'buyer' | 'seller', readonly string[]>> = {
  buyer: [
    'Comprei o tamanho errado, vou pedir outro.',
    'Achei o mesmo item mais perto de casa.',
    'Mudei de ideia antes do envio.',
    'Preciso para amanhã e o prazo não dá.',
  ],
  seller: [
    'Vendi a última unidade na loja física e esqueci de pausar o anúncio.',
    'O item caiu na hora de embalar e trincou. Peço desculpas.',
    'Não consigo postar dentro do prazo por motivo de saúde.',
    'O endereço fica fora da área em que entrego.',
  ],
};

/** Notes sellers leave with a manual delivery. */
export const deliveryNotes: readonly string[] = [
  'Entreguei em mãos no horário combinado, item conferido e funcionando.',
  'Postado hoje, com plástico-bolha e caixa dupla. O rastreio começa a andar à noite.',
  'Retirada feita na portaria, com o recibo assinado no ato.',
  'Deixei com o porteiro, como combinado. Confira e confirme o pedido, por favor.',
];

/** Short messages between buyer and seller inside an order, in the order people say them. */
export const orderTalks: readonly (readonly { from: 'buyer' | 'seller'; text: string }[])[] = [
  [
    { from: 'buyer', text: 'Oi, paguei agora. Consegue postar hoje?' },
    { from: 'seller', text: 'Oi! Consigo sim, até as 16 h. Aviso com o rastreio.' },
    { from: 'seller', text: 'Postado. O código está na entrega do pedido.' },
    { from: 'buyer', text: 'Perfeito, obrigada.' },
  ],
  [
    { from: 'buyer', text: 'Dá para retirar amanhã depois das 18 h?' },
    { from: 'seller', text: 'Dá, estou em casa até as 20 h. Deixo embalado na portaria.' },
    { from: 'buyer', text: 'Combinado.' },
  ],
  [
    { from: 'buyer', text: 'O código deu erro na primeira vez. É normal?' },
    { from: 'seller', text: 'Às vezes entra um espaço na cópia. Tente colar sem espaço no fim.' },
    { from: 'buyer', text: 'Agora foi. Saldo na conta, valeu.' },
  ],
  [
    { from: 'buyer', text: 'Chegou, mas a caixa veio amassada.' },
    { from: 'seller', text: 'Poxa. O item está inteiro? Se tiver qualquer marca, resolvo com você.' },
    { from: 'buyer', text: 'Está perfeito, foi só a caixa. Vou confirmar o pedido.' },
  ],
];
