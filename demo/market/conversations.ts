import { randomUUID } from 'node:crypto';
import { readOrderMessages, sendOrderMessage } from '#contract/orders/conversations.ts';
import type { DemoApi } from './demo-api.ts';

export type MessageLine = readonly [who: 'buyer' | 'seller', text: string];

/** Messages about a manual delivery; the last one is unread in recent orders. */
const conversations: readonly (readonly MessageLine[])[] = [
  [
    ['buyer', 'Oi! Acabei de pagar. Consegue começar hoje?'],
    ['seller', 'Oi, consigo sim. Começo agora e aviso por aqui assim que terminar.'],
    ['buyer', 'Perfeito, obrigado.'],
  ],
  [
    ['buyer', 'Bom dia! Dá para retirar no fim da tarde?'],
    ['seller', 'Bom dia! Dá sim, fico na portaria das 17h às 19h.'],
    ['buyer', 'Ótimo, chego umas 18h.'],
    ['seller', 'Combinado. Deixo tudo testado e embalado.'],
  ],
  [
    ['seller', 'Obrigada pela compra! Entrego no prazo do anúncio e marco aqui.'],
    ['buyer', 'Combinado. Qualquer coisa é só falar.'],
  ],
  [
    ['buyer', 'Oi, o prazo continua o mesmo do anúncio?'],
    ['seller', 'Continua, e costumo entregar antes.'],
  ],
];

/** Some orders are talked about. What is older than a day both have read. */
export async function playConversation(
  api: DemoApi,
  { buyer, seller, daysAgo }: { buyer: string; seller: string; daysAgo: number },
  { id, hash }: { id: number; hash: string },
): Promise<void> {
  if (id % 3 !== 0) return;
  await exchangeMessages(api, { buyer, seller }, hash, {
    lines: conversations[id % conversations.length]!,
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
