import type { PageText } from '#contract/settings/page-texts.ts';

type Topics = PageText['sections'];

/** The text in lower case, without accents and tags. */
export function normalizeText(text: string): string {
  return text
    .replaceAll(/<[^>]*>/g, ' ')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase();
}

/** The topics with the questions that contain every word; topics without matches are left out. */
export function findQuestions(topics: Topics, query: string): Topics {
  const terms = normalizeText(query).split(/\s+/).filter(Boolean);
  if (terms.length === 0) return topics;
  return topics
    .map((topic) => ({
      ...topic,
      items: topic.items.filter(({ title, html }) => {
        const text = normalizeText(`${title} ${html}`);
        return terms.every((word) => text.includes(word));
      }),
    }))
    .filter(({ items }) => items.length > 0);
}
