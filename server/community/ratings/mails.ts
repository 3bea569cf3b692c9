import { durationText } from '#domain/text/durations.ts';
import type { RatingRules } from '#domain/community/ratings.ts';
import { brandName } from '#server/settings/current/brand.ts';
import type { LetterParts } from '#server/letters/letters.ts';
import type { Addressee } from '#server/accounts/privacy/people.ts';

/** Asks for a rating some time after the order ended. */
export function askedMail(
  { to, username }: Addressee,
  url: string,
  order: { title: string } & Pick<RatingRules, 'windowMs'>,
): LetterParts {
  const { title, windowMs } = order;
  return {
    name: 'avalie-o-pedido',
    values: { nome: username, titulo: title },
    to,
    subject: `Como foi o pedido «${title}»?`,
    heading: 'Conte como foi',
    paragraphs: [
      `Olá, ${username}! Seu pedido de «${title}» foi concluído. Sua avaliação ajuda quem vem depois.`,
      `As duas avaliações aparecem juntas, quando os dois lados escreverem ou depois de ${durationText(windowMs)}. Até lá, ninguém vê a sua e você pode mudar.`,
    ],
    button: { label: 'Avaliar o pedido', url },
  };
}

/** Announces that the ratings of an order are public. */
export function publishedMail(
  { to, username }: Addressee,
  url: string,
  news: { title: string; mine: boolean; theirs: boolean } & Pick<RatingRules, 'replyMs'>,
): LetterParts {
  const heading = publishedHeading(news);
  const explanation = news.theirs
    ? `Você pode responder em público, uma vez, em até ${durationText(news.replyMs)}.`
    : '';
  return {
    name: 'avaliacoes-publicadas',
    values: { nome: username, titulo: news.title, novidade: heading, explicacao: explanation },
    to,
    subject: `${heading} na ${brandName}`,
    heading,
    paragraphs: [`Olá, ${username}! Veja as avaliações do pedido «${news.title}».`, explanation],
    button: { label: 'Ver avaliações', url },
  };
}

function publishedHeading({ mine, theirs }: { mine: boolean; theirs: boolean }): string {
  if (mine && theirs) return 'As duas avaliações foram publicadas';
  return mine ? 'Sua avaliação foi publicada' : 'Você recebeu uma avaliação';
}

/** Notifies the author of a rating that was replied to. */
export function repliedMail(
  { to, username }: Addressee,
  url: string,
  by: string,
  title: string,
): LetterParts {
  return {
    name: 'avaliacao-respondida',
    values: { nome: username, titulo: title, quem: by },
    to,
    subject: `${by} respondeu à sua avaliação`,
    heading: `${by} respondeu à sua avaliação`,
    paragraphs: [`Olá, ${username}! A resposta é sobre o pedido «${title}» e está na página dele.`],
    button: { label: 'Ver resposta', url },
  };
}
