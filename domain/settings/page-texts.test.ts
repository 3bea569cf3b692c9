import { expect, test } from 'vitest';
import { fillPlaceholders, placeholders, unknownPlaceholders } from './page-texts.ts';
import type { Placeholder } from './page-texts.ts';

const values = Object.fromEntries(placeholders.map((name) => [name, `<${name}>`])) as Record<
  Placeholder,
  string
>;

test('every placeholder is filled in, with or without spaces, and any number of times', () => {
  expect(fillPlaceholders('{{prazo.pix}} e {{ prazo.pix }}', values)).toBe('<prazo.pix> e <prazo.pix>');
});

test('an unknown placeholder is reported and stays as written', () => {
  expect(unknownPlaceholders('{{prazo.pix}} {{prazo.lua}} {{}}')).toEqual(['prazo.lua', '']);
  expect(fillPlaceholders('{{prazo.lua}}', values)).toBe('{{prazo.lua}}');
});
