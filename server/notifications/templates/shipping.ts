import { formatDay, formatMoment } from '#server/formats.ts';
import { notice } from '#server/notifications/notice.ts';
import type { Facts, Notice } from '#server/notifications/notice.ts';

/** Notices about parcels and pickups (S07 to S12). */
export const shippingTemplates = {
  'order.posted': (facts: Facts): Notice[] => [
    notice(
      'buyer',
      'Pacote postado',
      `«${facts.title}» está a caminho e chega até ${day(facts)}. Acompanhe pelo pedido.`,
      'truck',
      orderUrl(facts),
    ),
  ],
  'order.out_for_delivery': (facts: Facts): Notice[] => [
    notice(
      'buyer',
      'O pacote chega hoje',
      `«${facts.title}» saiu para entrega. Deixe alguém em casa para receber e conferir.`,
      'truck',
      orderUrl(facts),
    ),
  ],
  'order.awaiting_collection': (facts: Facts): Notice[] => [
    notice(
      'buyer',
      'Retire o pacote na agência',
      `«${facts.title}» está na agência até ${day(facts)}. Leve um documento com foto; depois disso, ele volta para quem vendeu.`,
      'truck',
      orderUrl(facts),
    ),
    notice(
      'seller',
      'O pacote está na agência',
      `«${facts.title}» espera por quem comprou até ${day(facts)}. Se não for retirado, ele volta para você.`,
      'truck',
      orderUrl(facts),
    ),
  ],
  'order.delivery_failed': (facts: Facts): Notice[] => [
    notice(
      'buyer',
      'A entrega não deu certo',
      `A transportadora não conseguiu entregar «${facts.title}». Confira o endereço e acompanhe a nova tentativa pelo pedido.`,
      'clock-alert',
      orderUrl(facts),
    ),
    notice(
      'seller',
      'A entrega não deu certo',
      `A transportadora não conseguiu entregar «${facts.title}» e tenta de novo. Se nenhuma tentativa der certo, o pacote volta para você.`,
      'clock-alert',
      orderUrl(facts),
    ),
  ],
  'order.parcel_returning': (facts: Facts): Notice[] => [
    notice(
      'buyer',
      'O pacote está voltando',
      `«${facts.title}» não foi entregue e volta para quem vendeu. O reembolso sai quando ele chegar.`,
      'truck',
      orderUrl(facts),
    ),
    notice(
      'seller',
      'O pacote está voltando',
      `«${facts.title}» não foi entregue e volta para você. Quando chegar, confira o conteúdo e fotografe o que estiver errado.`,
      'truck',
      orderUrl(facts),
    ),
  ],
  'order.parcel_late': (facts: Facts): Notice[] => [
    notice(
      'buyer',
      'O pacote está atrasado',
      `«${facts.title}» devia ter chegado. Você já pode reclamar pelo pedido; sem notícia até ${until(facts)}, o valor volta inteiro.`,
      'clock-alert',
      orderUrl(facts),
    ),
    notice(
      'seller',
      'O pacote está atrasado',
      `«${facts.title}» ainda não chegou. Pergunte à transportadora e guarde o comprovante da postagem.`,
      'clock-alert',
      orderUrl(facts),
    ),
  ],
};

/** What the seller of a paid order does next. */
export function paidSaleText(facts: Facts): string {
  const { title, data } = facts;
  if (data.deliveryType === 'shipping')
    return `«${title}» foi pago. Poste até ${day(facts)}: depois disso a venda é cancelada.`;
  if (data.deliveryType === 'pickup')
    return `«${title}» foi pago. Combine o lugar e a hora da retirada na conversa do pedido.`;
  return `«${title}» foi pago. Veja até quando entregar.`;
}

/** What the buyer of a paid order does next; empty where nothing is to do. */
export function paidPurchaseText({ data }: Facts): string {
  return data.deliveryType === 'pickup'
    ? ' Combine a retirada na conversa do pedido e mostre o seu código só quando receber.'
    : '';
}

const lostText = (title: string) =>
  `O pacote de «${title}» foi extraviado. O valor volta inteiro, com o frete, sem você precisar fazer nada.`;

/** What happened to the order of a parcel that did not arrive; null for other cancellations. */
export function undeliveredTexts({ title, data }: Facts): { buyer: string; seller: string } | null {
  if (data.event === 'lose')
    return {
      buyer: lostText(title ?? ''),
      seller: `O pacote de «${title}» foi extraviado e o valor volta a quem comprou. Quem pagou a etiqueta pede a indenização à transportadora.`,
    };
  if (data.event !== 'return_parcel' && data.event !== 'return_for_address') return null;
  const seller = `O pacote de «${title}» voltou para você e o valor volta a quem comprou. Confira o conteúdo.`;
  return data.reason === 'returned_for_address'
    ? {
        buyer: `O pacote de «${title}» voltou porque o endereço estava errado. Você recebe o preço de volta, sem o frete.`,
        seller,
      }
    : {
        buyer: `O pacote de «${title}» voltou para quem vendeu. O valor volta inteiro, com o frete.`,
        seller,
      };
}

const until = ({ data }: Facts) => formatMoment(new Date(String(data.until)));
const day = ({ data }: Facts) => formatDay(new Date(String(data.until)));
const orderUrl = ({ orderHash }: Facts) => `/pedido/${orderHash}`;
