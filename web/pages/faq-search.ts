import type { PageText } from '#contract/settings/page-texts.ts';

type Topics = PageText['sections'];

/** Without accents, case and tags. */
export function foldText(text: string): string {
  return text
    .replaceAll(/<[^>]*>/g, ' ')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase();
}

/** The topics with the questions that hold every word; topics without one are left out. */
export function findQuestions(topics: Topics, words: string): Topics {
  const wanted = foldText(words).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return topics;
  return topics
    .map((topic) => ({
      ...topic,
      items: topic.items.filter(({ title, html }) => {
        const whole = foldText(`${title} ${html}`);
        return wanted.every((word) => whole.includes(word));
      }),
    }))
    .filter(({ items }) => items.length > 0);
}
