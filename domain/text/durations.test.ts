import { expect, test } from 'vitest';
import { durationText } from './durations.ts';

const hour = 3_600_000;

test.each([
  [20_000, '20 segundos'],
  [60_000, '1 minuto'],
  [30 * 60_000, '30 minutos'],
  [hour, '1 hora'],
  [1.5 * hour, '1 hora e 30 minutos'],
  [36 * hour, '36 horas'],
  [72 * hour, '72 horas'],
  [7 * 24 * hour, '7 dias'],
  [96 * hour, '4 dias'],
  [100 * hour, '4 dias e 4 horas'],
])('%i ms is «%s»', (milliseconds, words) => {
  expect(durationText(milliseconds)).toBe(words);
});
