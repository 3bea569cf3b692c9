import { expect, test } from 'vitest';
import { loadNumberedPage, pageFromAddress } from './numbered-page.ts';

const list = ['a', 'b', 'c', 'd', 'e'];
const load = async (page: string, all = list) => ({
  items: all.slice((Number(page) - 1) * 2, Number(page) * 2),
  total: all.length,
});

test.each([
  ['', 1],
  ['pagina=3', 3],
  ['pagina=0', 1],
  ['pagina=-2', 1],
  ['pagina=12345', 1],
  ['pagina=x', 1],
])('«%s» is read as a page number', (address, page) =>
  expect(pageFromAddress(new URLSearchParams(address))).toBe(page),
);

test('an existing page is loaded', async () => {
  expect(await loadNumberedPage(2, 2, load)).toEqual({ items: ['c', 'd'], total: 5, page: 2 });
});

test('a page past the end is the last one (design §4.7)', async () => {
  expect(await loadNumberedPage(9, 2, load)).toEqual({ items: ['e'], total: 5, page: 3 });
});

test('an empty list keeps the requested page', async () => {
  expect(await loadNumberedPage(4, 2, (page) => load(page, []))).toEqual({ items: [], total: 0, page: 4 });
});
