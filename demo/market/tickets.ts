import { answerTicket, addTicketNote, resolveTicket } from '#contract/tickets/staff-tickets.ts';
import { listPurchases } from '#contract/orders/orders.ts';
import { openTicket, rateTicket, readTicket, sendTicketMessage } from '#contract/tickets/tickets.ts';
import type { TicketCategory } from '#domain/tickets/tickets.ts';
import { demoUsername } from './accounts.ts';
import type { DemoApi } from './demo-api.ts';

interface Line {
  /** Days ago. */
  at: number;
  by: 'person' | 'team' | 'note';
  text: string;
}

interface Story {
  person: Parameters<typeof demoUsername>[0];
  category: TicketCategory;
  /** About the person's newest purchase. */
  aboutOrder?: boolean;
  lines: readonly Line[];
  resolvedAt?: number;
  rating?: { score: number; comment: string };
}

const stories: readonly Story[] = [
  {
    person: 'vendedor',
    category: 'account',
    lines: [
      { at: 6.2, by: 'person', text: 'Troquei de celular e perdi o aplicativo de códigos. Como eu entro?' },
      {
        at: 6.1,
        by: 'team',
        text: 'Olá! Use um dos códigos de recuperação que você guardou. Depois, em Segurança, ligue o aplicativo novo.',
      },
      { at: 6, by: 'person', text: 'Achei os códigos e deu certo. Obrigado!' },
    ],
    resolvedAt: 5.9,
    rating: { score: 5, comment: 'Responderam na hora e explicaram passo a passo.' },
  },
  {
    person: 'vendedora',
    category: 'withdrawal',
    lines: [
      {
        at: 0.35,
        by: 'person',
        text: 'Pedi um saque ontem e ainda está em análise. Quando ele cai na conta?',
      },
      { at: 0.3, by: 'note', text: 'Conta verificada, chave no mesmo CPF. Falta só alguém decidir na fila.' },
    ],
  },
  {
    person: 'compradora',
    category: 'order',
    aboutOrder: true,
    lines: [
      {
        at: 1.2,
        by: 'person',
        text: 'O prazo deste pedido está acabando e ainda não recebi notícia de quem vende.',
      },
      {
        at: 1.1,
        by: 'team',
        text: 'Olá! Seu dinheiro está guardado até a entrega. Já pedimos uma posição a quem vende.',
      },
      { at: 1, by: 'person', text: 'Obrigada. Fico no aguardo.' },
      {
        at: 0.1,
        by: 'team',
        text: 'Temos novidade: a entrega foi confirmada para hoje. Chegou alguma coisa para você?',
      },
    ],
  },
  {
    person: 'vendedor',
    category: 'payment',
    lines: [
      {
        at: 0.08,
        by: 'person',
        text: 'Paguei um Pix e o pedido continua esperando pagamento. O valor saiu do meu banco.',
      },
    ],
  },
  {
    person: 'vendedora',
    category: 'listing',
    lines: [{ at: 0.05, by: 'person', text: 'Posso anunciar um kit com três itens em um anúncio só?' }],
  },
];

export interface TicketScene {
  daysAgo: number;
  play: () => Promise<void>;
}

/** Support tickets in every state, with their messages. */
export function ticketScenes(api: DemoApi): TicketScene[] {
  return stories.flatMap((story, place) => scenesOf(api, story, place));
}

function scenesOf(api: DemoApi, story: Story, place: number): TicketScene[] {
  const person = demoUsername(story.person);
  const team = demoUsername('suporte');
  let id = 0;
  const clientIdOf = (line: number) =>
    `00000000-0000-4000-8000-${String(place * 100 + line + 1).padStart(12, '0')}`;
  const messages = story.lines.map(({ at, by, text }, line) => ({
    daysAgo: at,
    play: async () => {
      const clientId = clientIdOf(line);
      const params = { id, clientId };
      if (line === 0) {
        const about = story.aboutOrder ? await newestOrder(api, person) : undefined;
        const body = { category: story.category, clientId, text, files: [], ...(about && { about }) };
        id = (await api.call(person, openTicket, { body })).id;
      } else if (by === 'person') {
        await api.call(person, readTicket, { params: { id }, body: { sequence: line } });
        await api.call(person, sendTicketMessage, { params, body: { text, files: [] } });
      } else if (by === 'team')
        await api.call(team, answerTicket, { params, body: { text, files: [], waitsForUser: true } });
      else await api.call(team, addTicketNote, { params, body: { text } });
    },
  }));
  if (story.resolvedAt === undefined) return messages;
  const end = async () => {
    await api.call(team, resolveTicket, { params: { id }, body: { reason: 'solved' } });
    await api.call(person, readTicket, { params: { id }, body: { sequence: story.lines.length + 1 } });
    if (story.rating) await api.call(person, rateTicket, { params: { id }, body: story.rating });
  };
  return [...messages, { daysAgo: story.resolvedAt, play: end }];
}

async function newestOrder(api: DemoApi, person: string) {
  const { items } = await api.call(person, listPurchases, { query: {} });
  return items[0] && ({ kind: 'order', hash: items[0].hash } as const);
}
