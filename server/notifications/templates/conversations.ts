import { notice } from '#server/notifications/notice.ts';
import type { Audience, Facts, Templates } from '#server/notifications/notice.ts';

/** Notices about an order's conversation. `data.to` is the side that is notified. */
export const conversationTemplates = {
  'conversation.unread': (facts) => [
    notice(
      sideOf(facts),
      'Mensagem no pedido',
      `@${String(facts.data.from)} escreveu sobre «${facts.title}».`,
      'message-circle',
      conversationUrl(facts),
    ),
  ],
  // The message itself shows that it is held; the team sees it in its list.
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
      `Ela levava a conversa sobre «${facts.title}» para fora do site. Escreva sem dados de contato.`,
      'eye-off',
      conversationUrl(facts),
    ),
  ],
  'conversation.removed': (facts) => [
    notice(
      sideOf(facts),
      'Sua mensagem foi removida',
      `A equipe removeu uma mensagem sua do pedido de «${facts.title}»: ${removalTexts[String(facts.data.removedFor)]}. Se não concorda, fale com o atendimento.`,
      'eye-off',
      conversationUrl(facts),
    ),
  ],
  // Actions of staff: they are in the audit log and notify no one.
  'conversation.inspected': () => [],
  'conversation.message_read': () => [],
  'conversation.note_read': () => [],
} satisfies Partial<Templates>;

/** The reasons of a report (F14), worded for the writer. */
const removalTexts: Record<string, string> = {
  offensive: 'tem ofensas',
  fraud: 'parece golpe',
  outside_deal: 'leva a negócio por fora',
  personal_data: 'mostra dados pessoais',
  spam: 'é propaganda',
  other: 'não segue as regras do site',
};

const sideOf = ({ data }: Facts): Audience => (data.to === 'buyer' ? 'buyer' : 'seller');

const conversationUrl = ({ orderHash }: Facts) => `/pedido/${orderHash}#conversa`;
