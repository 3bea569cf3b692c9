import { expect, test } from 'vitest';
import { responseTimeText } from './response-time.ts';

test.each([
  [null, undefined],
  [1_000, 'Responde em poucos minutos'],
  [42 * 60_000, 'Responde em cerca de 40 min'],
  [2.4 * 3_600_000, 'Responde em cerca de 2 h'],
  [26 * 3_600_000, 'Responde em cerca de 1 dia'],
  [3 * 86_400_000, 'Responde em cerca de 3 dias'],
])('%s ms: %s', (answerMs, words) => {
  expect(responseTimeText(answerMs)).toBe(words);
});
