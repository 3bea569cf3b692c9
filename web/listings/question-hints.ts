/** Answered questions that share two long words with the text. At most two. */
export function matchingAnswers<Q extends { text: string; answer: string | null }>(
  text: string,
  questions: readonly Q[],
): Q[] {
  const typed = new Set(longWords(text));
  if (typed.size < 2) return [];
  const shared = (question: Q) =>
    new Set(longWords(`${question.text} ${question.answer}`).filter((word) => typed.has(word))).size;
  return questions.filter((question) => question.answer && shared(question) >= 2).slice(0, 2);
}

function longWords(text: string): string[] {
  const folded = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return folded.match(/[a-z0-9]{4,}/g) ?? [];
}
