import { formatCents, formatMoment } from '#server/formats.ts';
import { notice } from '#server/notifications/notice.ts';
import type { Facts, Notice } from '#server/notifications/notice.ts';

/** Notices for both sides before the deadlines of their order (§4.16). */
export const reminderTemplates = {
  // Decreto 7.962/2013, art. 4: an order is confirmed at once. For a boleto this happens once it exists; an order paid
  // from the balance is announced as paid.
  'order.placed': (facts: Facts): Notice[] =>
    facts.data.method === 'boleto' || facts.data.method === 'balance'
      ? []
      : [
          notice(
            'buyer',
            'Recebemos seu pedido',
            `Pague ${money(facts.totalCents)} por «${facts.title}» até ${until(facts)}. No pedido estão o resumo e os termos que valem para ele.`,
            'receipt-text',
            orderUrl(facts),
          ),
        ],
  'order.boleto_ready': (facts: Facts): Notice[] => [
    notice(
      'buyer',
      'Seu boleto está pronto',
      `Pague «${facts.title}» até ${until(facts)}. Avisamos quando o banco confirmar.`,
      'receipt-text',
      orderUrl(facts),
    ),
  ],
  'order.invoice_informed': (facts: Facts): Notice[] => [
    notice(
      'buyer',
      'Nota fiscal informada',
      `A chave da nota de «${facts.title}» está no pedido.`,
      'receipt-text',
      orderUrl(facts),
    ),
  ],
  'payment.part_held': (facts: Facts): Notice[] => [
    notice(
      'buyer',
      'Falta uma parte do pagamento',
      `Recebemos ${money(facts.data.receivedCents)} por «${facts.title}» e faltam ${money(facts.data.missingCents)}. Sem o resto até ${until(facts)}, o valor volta inteiro.`,
      'hourglass',
      orderUrl(facts),
    ),
  ],
  'order.codes_missing': (facts: Facts): Notice[] => [
    notice(
      'seller',
      'Faltam códigos para entregar',
      `«${facts.title}» está pago e falta entregar. Cadastre os códigos no anúncio até ${until(facts)}: eles são entregues automaticamente. Sem eles, a venda é cancelada.`,
      'octagon-alert',
      '/conta/anuncios',
    ),
    notice(
      'buyer',
      'Seu código vai atrasar',
      `O pagamento de «${facts.title}» entrou, mas faltam códigos. Avisamos quem vende. Sem eles até ${until(facts)}, o valor volta inteiro.`,
      'octagon-alert',
      orderUrl(facts),
    ),
  ],
  'order.payment_near': (facts: Facts): Notice[] => [
    notice(
      'buyer',
      'Falta pouco para pagar',
      `Pague «${facts.title}» até ${until(facts)} para garantir a compra.`,
      'clock-alert',
      orderUrl(facts),
    ),
  ],
  'order.delivery_near': (facts: Facts): Notice[] => [
    notice(
      'seller',
      facts.data.deliveryType === 'shipping'
        ? 'O prazo de postagem está no fim'
        : 'O prazo de entrega está no fim',
      nearText(facts),
      'clock-alert',
      orderUrl(facts),
    ),
  ],
  'order.delivery_overdue': (facts: Facts): Notice[] => [
    notice(
      'seller',
      facts.data.deliveryType === 'shipping' ? 'A postagem está atrasada' : 'A entrega está atrasada',
      `Sem a ${facts.data.deliveryType === 'shipping' ? 'postagem' : 'entrega'} de «${facts.title}» até ${until(facts)}, a venda é cancelada e o valor volta inteiro.`,
      'timer-off',
      orderUrl(facts),
    ),
  ],
  'order.confirmation_near': (facts: Facts): Notice[] => [
    notice(
      'buyer',
      facts.data.last === true ? 'Último lembrete: confira seu pedido' : 'Confira e confirme seu pedido',
      `Chegou tudo certo com «${facts.title}»? Sem resposta até ${until(facts)}, o pedido é concluído.`,
      'package-check',
      orderUrl(facts),
    ),
  ],
};

function nearText(facts: Facts): string {
  const by = until(facts);
  if (facts.data.deliveryType === 'shipping') return `Poste «${facts.title}» até ${by}.`;
  if (facts.data.deliveryType === 'pickup')
    return `Combine a retirada de «${facts.title}» até ${by} e digite o código de quem comprou. Depois disso a venda é cancelada.`;
  return `Entregue «${facts.title}» até ${by}.`;
}

const money = (cents: unknown) => formatCents(Number(cents));
const until = ({ data }: Facts) => formatMoment(new Date(String(data.until)));
const orderUrl = ({ orderHash }: Facts) => `/pedido/${orderHash}`;
