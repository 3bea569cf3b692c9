import { expect, test } from 'vitest';
import { lineThrough } from './sparkline.tsx';

test('a line goes from edge to edge, with the highest value at the top and zero at the bottom', () => {
  expect(lineThrough([0, 50, 100])).toBe('0,46 150,24 300,2');
  expect(lineThrough([0, 0])).toBe('0,46 300,46');
});
