import { randomUUID } from 'node:crypto';
import { readOrderMessages, sendOrderMessage } from '#contract/orders/conversations.ts';
import type { DemoApi } from './demo-api.ts';
import type { DeliveryType } from '#domain/orders/orders.ts';

export type MessageLine = readonly [who: 'buyer' | 'seller', text: string];

/** Messages about what is delivered by hand, and about parcels; the last one is unread in recent orders. */
const conversations: Readonly<Record<'byHand' | 'parcel', readonly (readonly MessageLine[])[]>> = {
  byHand: [
    [
      ['buyer', 'Oi! Acabei de pagar. Consegue começar hoje?'],
      ['seller', 'Oi, consigo sim. Começo agora e aviso por aqui assim que terminar.'],
      ['buyer', 'Perfeito, obrigado.'],
    ],
    [
      ['seller', 'Obrigada pela compra! Entrego no prazo do anúncio e marco aqui.'],
      ['buyer', 'Combinado. Qualquer coisa é só falar.'],
    ],
    [
      ['buyer', 'Oi, o prazo continua o mesmo do anúncio?'],
      ['seller', 'Continua, e costumo entregar antes.'],
    ],
  ],
  parcel: [
    [
      ['buyer', 'Oi! Acabei de pagar. Consegue postar ainda hoje?'],
      ['seller', 'Oi! Embalo agora e levo à agência no prazo do anúncio.'],
      ['buyer', 'Perfeito, obrigada.'],
    ],
    [
      ['seller', 'Obrigada pela compra! Vai bem embalado. O rastreio aparece aqui no pedido.'],
      ['buyer', 'Que bom, fico acompanhando.'],
    ],
    [
      ['buyer', 'Dá para mandar com proteção extra? É presente.'],
      ['seller', 'Dá sim, ponho plástico-bolha e caixa dupla.'],
    ],
  ],
};

/** Some orders are talked about. What is older than a day both have read. */
export async function playConversation(
  api: DemoApi,
  {
    buyer,
    seller,
    daysAgo,
    delivery,
  }: { buyer: string; seller: string; daysAgo: number; delivery: DeliveryType },
  { id, hash }: { id: number; hash: string },
): Promise<void> {
  if (id % 3 !== 0) return;
  const talks = conversations[delivery === 'manual' ? 'byHand' : 'parcel'];
  await exchangeMessages(api, { buyer, seller }, hash, {
    lines: talks[id % talks.length]!,
    unread: daysAgo < 1 ? 1 : 0,
  });
}

/** Sends the lines in their order; the last `unread` of them stay unread by the other side. */
export async function exchangeMessages(
  api: DemoApi,
  people: { buyer: string; seller: string },
  hash: string,
  { lines, unread = 0 }: { lines: readonly MessageLine[]; unread?: number },
): Promise<void> {
  let newest = 0;
  for (const [who, text] of lines)
    ({ sequence: newest } = await api.call(people[who], sendOrderMessage, {
      params: { hash, clientId: randomUUID() },
      body: { text, fileIds: [], insist: false },
    }));
  const [lastWho] = lines.at(-1)!;
  for (const who of ['buyer', 'seller'] as const) {
    const upTo = who === lastWho ? newest : newest - unread;
    await api.call(people[who], readOrderMessages, { params: { hash }, body: { upTo } });
  }
}
