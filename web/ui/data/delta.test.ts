import { expect, test } from 'vitest';
import { changeSince } from './delta.ts';

test('a number is compared with the earlier one in a text', () => {
  const period = '30 dias anteriores';
  expect(changeSince(112, 100, period)).toEqual({
    direction: 'up',
    text: '12% a mais que nos 30 dias anteriores',
    good: true,
  });
  expect(changeSince(50, 100, period)).toMatchObject({ direction: 'down', good: false });
  expect(changeSince(50, 100, period, 'lower')).toMatchObject({ direction: 'down', good: true });
  expect(changeSince(100, 100, period)).toEqual({ direction: 'same', text: 'igual aos 30 dias anteriores' });
});

test('without an earlier number there is no comparison', () => {
  expect(changeSince(null, 5, 'x')).toBeUndefined();
  expect(changeSince(5, null, 'x')).toBeUndefined();
  expect(changeSince(0, 0, 'x')).toBeUndefined();
  expect(changeSince(5, 0, '7 dias anteriores')).toEqual({
    direction: 'up',
    text: 'nada nos 7 dias anteriores',
  });
});
