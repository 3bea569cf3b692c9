import type { EventKind } from '#server/events/kinds.ts';
import { notice } from '#server/notifications/notice.ts';
import type { Audience, Facts, Notice } from '#server/notifications/notice.ts';

type ConversationKind = Extract<EventKind, `conversation.${string}`>;

/** The conversation of an order. `data.to` is the side that hears of it. */
export const conversationTemplates: Record<ConversationKind, (facts: Facts) => Notice[]> = {
  'conversation.unread': (facts) => [
    notice(
      sideOf(facts),
      'Mensagem no pedido',
      `@${String(facts.data.from)} escreveu sobre «${facts.title}».`,
      'message-circle',
      conversationUrl(facts),
    ),
  ],
  // The message itself says that it waits; the team's list shows it.
  'conversation.held': () => [],
  'conversation.released': (facts) => [
    notice(
      sideOf(facts),
      'Sua mensagem foi liberada',
      `A equipe conferiu e mandou sua mensagem sobre «${facts.title}».`,
      'eye',
      conversationUrl(facts),
    ),
  ],
  'conversation.kept_back': (facts) => [
    notice(
      sideOf(facts),
      'Sua mensagem não foi enviada',
      `Ela levava para fora da praça a conversa sobre «${facts.title}». Escreva sem dados de contato.`,
      'eye-off',
      conversationUrl(facts),
    ),
  ],
  'conversation.removed': (facts) => [
    notice(
      sideOf(facts),
      'Sua mensagem foi removida',
      `A equipe removeu uma mensagem sua do pedido de «${facts.title}»: ${removalWords[String(facts.data.removedFor)]}. Se não concorda, fale com o atendimento.`,
      'eye-off',
      conversationUrl(facts),
    ),
  ],
  // Staff at work: in the audit, nobody's notice.
  'conversation.inspected': () => [],
  'conversation.message_read': () => [],
  'conversation.note_read': () => [],
};

/** The reasons of a report (F14), as the writer reads them. */
const removalWords: Record<string, string> = {
  offensive: 'tem ofensas',
  fraud: 'parece golpe',
  outside_deal: 'leva a negócio por fora',
  personal_data: 'mostra dados pessoais',
  spam: 'é propaganda',
  other: 'não segue as regras da praça',
};

const sideOf = ({ data }: Facts): Audience => (data.to === 'buyer' ? 'buyer' : 'seller');

const conversationUrl = ({ orderHash }: Facts) => `/pedido/${orderHash}#conversa`;
