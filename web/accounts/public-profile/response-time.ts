const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** «Responde em cerca de 2 h», from the median response time. Undefined while there are too few answers. */
export function responseTimeText(answerMs: number | null): string | undefined {
  if (answerMs === null) return undefined;
  if (answerMs < 10 * minute) return 'Responde em poucos minutos';
  if (answerMs < hour) return `Responde em cerca de ${Math.round(answerMs / minute / 10) * 10} min`;
  if (answerMs < day) return `Responde em cerca de ${Math.round(answerMs / hour)} h`;
  const days = Math.round(answerMs / day);
  return `Responde em cerca de ${days} ${days === 1 ? 'dia' : 'dias'}`;
}
