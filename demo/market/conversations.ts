import { randomUUID } from 'node:crypto';
import { readOrderMessages, sendOrderMessage } from '#contract/orders/conversations.ts';
import type { DemoApi } from './demo-api.ts';

type MessageLine = readonly [who: 'buyer' | 'seller', text: string];

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
  const people = { buyer, seller };
  const lines = conversations[id % conversations.length]!;
  for (const [who, text] of lines)
    await api.call(people[who], sendOrderMessage, {
      params: { hash, clientId: randomUUID() },
      body: { text, fileIds: [], insist: false },
    });
  const unread = daysAgo < 1 ? 1 : 0;
  const [lastWho] = lines.at(-1)!;
  for (const who of ['buyer', 'seller'] as const) {
    const upTo = who === lastWho ? lines.length : lines.length - unread;
    await api.call(people[who], readOrderMessages, { params: { hash }, body: { upTo } });
  }
}
