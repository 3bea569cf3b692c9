import { expect, test } from 'vitest';
import { findQuestions } from './faq-search.ts';

const item = (title: string, html = '<p>Resposta</p>') => ({ id: title, title, html });
const topic = (title: string, items: ReturnType<typeof item>[]) => ({
  id: title,
  title,
  html: '',
  changedAt: null,
  items,
});
const topics = [
  topic('Comprar', [
    item('Quanto tempo tenho para pagar?', '<p>O código Pix vale 30 minutos</p>'),
    item('Posso devolver?'),
  ]),
  topic('Vender', [item('Quanto custa anunciar?')]),
];

test('an empty query shows everything', () => {
  expect(findQuestions(topics, '  ')).toEqual(topics);
});

test('all words must be in the question or its answer, ignoring accents', () => {
  expect(findQuestions(topics, 'CODIGO minutos').map(({ items }) => items.length)).toEqual([1]);
  expect(findQuestions(topics, 'quanto')).toHaveLength(2);
  expect(findQuestions(topics, 'quanto lua')).toEqual([]);
});

test('HTML tags of an answer are not searched', () => {
  expect(findQuestions([topic('Um', [item('Pergunta')])], '<p>')).toHaveLength(1);
  expect(findQuestions([topic('Um', [item('Pergunta', '<strong>não</strong>')])], 'strong')).toEqual([]);
});
