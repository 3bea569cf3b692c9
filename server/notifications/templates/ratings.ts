import { notice } from '#server/notifications/notice.ts';
import type { Facts, Templates } from '#server/notifications/notice.ts';

const sides = ['buyer', 'seller'] as const;

/** Notices for buyer and seller about their ratings of each other. */
export const ratingTemplates = {
  'rating.asked': (facts) =>
    sides
      .filter((side) => (facts.data.asked as string[]).includes(side))
      .map((side) =>
        notice(
          side,
          'Conte como foi',
          `Avalie o pedido de «${facts.title}». Leva um minuto.`,
          'star',
          ratingUrl(facts),
        ),
      ),
  'rating.published': (facts) =>
    sides.map((side) => notice(side, ...publishedText(facts, side), 'star', ratingUrl(facts))),
  'rating.replied': (facts) => [
    notice(
      facts.data.to as (typeof sides)[number],
      'Responderam à sua avaliação',
      `Veja a resposta no pedido de «${facts.title}».`,
      'message-circle-reply',
      ratingUrl(facts),
    ),
  ],
  // Only the author is notified; the other side, if it reported the rating, is notified of the report.
  'rating.removed': (facts) => [
    notice(
      facts.data.role as (typeof sides)[number],
      'Sua avaliação foi removida',
      `A avaliação de «${facts.title}» saiu da página: ${removalTexts[String(facts.data.removedFor)]}. Se não concorda, fale com o atendimento.`,
      'eye-off',
      ratingUrl(facts),
    ),
  ],
} satisfies Partial<Templates>;

/** The listed reasons (§4.12), worded for the author. */
const removalTexts: Record<string, string> = {
  offensive: 'tem ofensas',
  personal_data: 'mostra dados pessoais',
  outside_deal: 'leva a negócio por fora',
  spam: 'é propaganda',
};

function publishedText({ data, title }: Facts, side: string): [title: string, description: string] {
  const wrote = data.wrote as string[];
  if (wrote.length === 2) return ['Avaliações publicadas', `Veja o que vocês disseram sobre «${title}».`];
  return wrote.includes(side)
    ? ['Sua avaliação foi publicada', `Ela já aparece para todo mundo, sobre «${title}».`]
    : ['Você recebeu uma avaliação', `Veja e responda, se quiser, sobre «${title}».`];
}

const ratingUrl = ({ orderHash }: Facts) => `/pedido/${orderHash}#avaliacao`;
