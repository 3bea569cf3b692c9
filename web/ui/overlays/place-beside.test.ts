import { expect, test } from 'vitest';
import { positionBeside } from './place-beside.ts';

const window = { width: 400, height: 300 };
const hint = { width: 100, height: 20 };
const button = (left: number, top: number) => ({ left, top, width: 44, height: 44 });

test('a tooltip is centred above its button', () => {
  expect(positionBeside(button(178, 100), hint, window, 'top')).toEqual({ left: 150, top: 74 });
});

test('without space above it is placed below, and the other way round', () => {
  expect(positionBeside(button(178, 4), hint, window, 'top')).toEqual({ left: 150, top: 54 });
  expect(positionBeside(button(178, 250), hint, window, 'bottom')).toEqual({ left: 150, top: 224 });
});

test('left and right are swapped likewise', () => {
  expect(positionBeside(button(20, 100), hint, window, 'left')).toEqual({ left: 70, top: 112 });
  expect(positionBeside(button(350, 100), hint, window, 'right')).toEqual({ left: 244, top: 112 });
});

test('it never leaves the window', () => {
  expect(positionBeside(button(0, 100), hint, window, 'top').left).toBe(12);
  expect(positionBeside(button(390, 100), hint, window, 'top').left).toBe(288);
  expect(positionBeside(button(178, 0), { width: 100, height: 290 }, window, 'top').top).toBe(12);
});
