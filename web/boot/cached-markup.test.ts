import { createElement as h } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { CacheMarkup } from './cached-markup.tsx';
import { MarkupCacheContext, Cached } from './cached-markup.tsx';

interface Facts {
  title: string;
}

let rendered = 0;

function Card({ title }: Facts) {
  rendered += 1;
  return h('p', null, 'Anúncio: ', title);
}

const parts: Facts[] = [{ title: 'Caixa & som' }, { title: '<b>' }];
const list = (shown: readonly Facts[]) =>
  h(Cached<Facts>, {
    kind: 'card',
    parts: shown,
    className: 'grid',
    children: ({ title }) => h(Card, { key: title, title }),
  });

test('cached fragments equal the markup React writes, and are rendered once', () => {
  const memory = new Map<string, string>();
  const cacheMarkup: CacheMarkup = (key, make) => {
    if (!memory.has(key)) memory.set(key, renderToString(make()));
    return memory.get(key)!;
  };
  const plain = renderToString(list(parts));
  rendered = 0;
  const cached = () => renderToString(h(MarkupCacheContext, { value: cacheMarkup }, list(parts)));
  expect(cached()).toBe(plain);
  expect(cached()).toBe(plain);
  expect(rendered).toBe(2);
  expect(plain).toContain('&lt;b&gt;');
});
