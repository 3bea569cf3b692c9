import { formatCents } from '#server/formats.ts';
import { notice } from '#server/notifications/notice.ts';
import type { Facts, Templates } from '#server/notifications/notice.ts';

/** Notices about questions, favourites, stock alerts, followed sellers and reports. */
export const socialTemplates = {
  'question.asked': ({ title }) => [
    notice(
      'seller',
      'Pergunta nova',
      `Alguém perguntou sobre «${title}».`,
      'message-circle-question',
      '/conta/perguntas',
    ),
  ],
  // The asker sees it in the reply to the call; the seller is notified once the team releases the question.
  'question.held': () => [],
  'question.answered': (facts) => [
    notice(
      'asker',
      'Sua pergunta foi respondida',
      `Veja a resposta em «${facts.title}».`,
      'message-circle-reply',
      questionsUrl(facts),
    ),
  ],
  'question.answer_mended': () => [],
  'question.withdrawn': () => [],
  'question.hidden': ({ title }) => [
    notice(
      'asker',
      'Sua pergunta foi ocultada',
      `A pergunta em «${title}» não segue as regras do site. Faça outra sem dados de contato nem ofensas.`,
      'eye-off',
      '/conta/perguntas?aba=feitas',
    ),
  ],
  'question.shown': (facts) => [
    notice(
      'asker',
      'Sua pergunta voltou',
      `A pergunta em «${facts.title}» aparece de novo.`,
      'eye',
      questionsUrl(facts),
    ),
  ],
  // A person is not told that a seller has blocked them.
  'question.asker_blocked': () => [],
  'question.asker_unblocked': () => [],
  'favorite.price_dropped': (facts) => [
    notice(
      'owner',
      'Baixou de preço',
      `«${facts.title}» foi de ${money(facts.data.fromCents)} para ${money(facts.data.toCents)}.`,
      'trending-down',
      `/anuncio/${facts.slug}`,
    ),
  ],
  'awaited.returned': (facts) => [
    notice(
      'owner',
      'Voltou à venda',
      `«${facts.title}» está à venda de novo.`,
      'rotate-cw',
      `/anuncio/${facts.slug}`,
    ),
  ],
  'follow.published': ({ data }) => [
    notice(
      'owner',
      'Novidade de quem você segue',
      Number(data.count) === 1
        ? `@${String(data.username)} pôs «${String(data.title)}» no ar.`
        : `@${String(data.username)} tem ${String(data.count)} anúncios novos, como «${String(data.title)}».`,
      'store',
      Number(data.count) === 1 ? `/anuncio/${String(data.slug)}` : `/perfil/${String(data.username)}`,
    ),
  ],
  // The protocol number is shown at once, where the report is made.
  'report.made': () => [],
  'report.upheld': ({ data }) => [
    notice(
      'owner',
      'Sua denúncia foi aceita',
      `Protocolo ${String(data.protocol)}: ${String(data.note)}`,
      'shield-check',
      '/conta',
    ),
  ],
  'report.dismissed': ({ data }) => [
    notice(
      'owner',
      'Sua denúncia foi conferida',
      `Protocolo ${String(data.protocol)}: ${String(data.note)}`,
      'shield',
      '/conta',
    ),
  ],
  // The team sees it in its queue; the seller is notified of the decision.
  'listing.flagged': () => [],
} satisfies Partial<Templates>;

const money = (cents: unknown): string => formatCents(Number(cents));

const questionsUrl = ({ slug }: Facts) => `/anuncio/${slug}#perguntas`;
