import { readFileSync } from 'node:fs';
import { isStringOneByteRepresentation } from 'node:v8';
import { expect, test } from 'vitest';
import { patchRenderer } from './latin1-pages.ts';
import { toEscapes, toReferences } from './latin1.ts';

const renderer = new URL(
  '../../node_modules/react-dom/cjs/react-dom-server-legacy.node.production.js',
  import.meta.url,
);

test('React’s texts, attributes and scripts pass through the escapes', () => {
  const code = patchRenderer(readFileSync(renderer, 'utf8'));
  expect(code).toContain('return toReferences(escapeMarkup(text))');
  expect(code.match(/toEscapes\(/g)).toHaveLength(1);
});

test('the build fails when React’s code has changed', () => {
  expect(() => patchRenderer('function escapeText(text) {')).toThrow(/another way/);
});

test('characters beyond Latin-1 become references, whole ones also beyond the first plane', () => {
  expect(toReferences('Praça… 🎸 “à vista”')).toBe('Praça&#8230; &#127928; &#8220;à vista&#8221;');
});

test('in scripts they become escapes that mean the same text', () => {
  const text = 'Praça… 🎸 \u2028';
  const script = toEscapes(JSON.stringify(text));
  expect(script).toMatch(/^[\0-\u00ff]+$/);
  expect(JSON.parse(script)).toBe(text);
});

test('escaped texts take one byte a character, as the page around them', () => {
  expect(isStringOneByteRepresentation(`${toReferences('Praça…')}${toEscapes('"…"')}`)).toBe(true);
  expect(isStringOneByteRepresentation('Praça…')).toBe(false);
});
