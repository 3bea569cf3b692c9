import { expect, test } from 'vitest';
import { hoursText, pendingText } from './answer-times.ts';

/** Friday, 11 December 2026, 16:00 in São Paulo. */
const now = new Date('2026-12-11T16:00:00-03:00');
const at = (local: string) => new Date(`${local}:00-03:00`).toISOString();

test('says until when the team answers, or when it is back', () => {
  expect(hoursText({ openUntil: at('2026-12-11T18:00') }, now)).toBe('A equipe responde hoje até as 18:00.');
  expect(hoursText({ opensAt: at('2026-12-12T09:00') }, now)).toMatch(/Volta amanhã às 09:00\.$/);
  expect(hoursText({ opensAt: at('2026-12-14T09:00') }, now)).toMatch(/Volta em 14 dez 2026 às 09:00\.$/);
});

test('says the place in line and the time of the answer, as long as it has not passed', () => {
  expect(pendingText({ ahead: 0, answerDueAt: at('2026-12-11T16:15') }, now)).toBe(
    'Sua pergunta é a próxima da fila. A resposta chega até hoje às 16:15.',
  );
  expect(pendingText({ ahead: 1, answerDueAt: at('2026-12-11T15:00') }, now)).toBe(
    'Há 1 pergunta antes da sua.',
  );
  expect(pendingText({ ahead: 4, answerDueAt: null }, now)).toBe('Há 4 perguntas antes da sua.');
});
