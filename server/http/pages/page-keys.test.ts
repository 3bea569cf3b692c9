import { expect, test } from 'vitest';
import { createPageCache, toPage } from './page-cache.ts';
import { pageAddress } from './page-keys.ts';

test.each([
  ['/?x=1', '/'],
  ['/?utm_source=a&gclid=b&fbclid=c', '/'],
  ['/?', '/'],
  ['/anuncios?', '/anuncios'],
  ['/anuncios?&&', '/anuncios'],
  ['/anuncios?q=', '/anuncios'],
  ['/anuncios?pagina=1', '/anuncios'],
  ['/anuncios?pagina=9999999', '/anuncios'],
  ['/anuncios?pagina=2&q=a', '/anuncios?pagina=2&q=a'],
  ['/anuncios?q=a&pagina=2&', '/anuncios?pagina=2&q=a'],
  ['/anuncios?q=a&q=b', '/anuncios?q=a'],
  ['/anuncios?q=%61%20%20b+', '/anuncios?q=a+b'],
  ['/anuncios?q=a+b', '/anuncios?q=a+b'],
  ['/anuncios?%71=a', '/anuncios?q=a'],
  ['/anuncios?entrega=drone&vendedor=todos&avaliacao=muito&ordem=', '/anuncios'],
  [
    '/anuncios?entrega=retirada&entrega=drone&entrega=envio&entrega=retirada',
    '/anuncios?entrega=envio&entrega=retirada',
  ],
  ['/anuncios?km=50&estado=PR&cidade=4106902', '/anuncios?cidade=4106902&estado=PR&km=50'],
  ['/anuncios?km=5&estado=paraná&cidade=Curitiba', '/anuncios'],
  ['/anuncios?atr.marca=Dell', '/anuncios'],
  [
    '/anuncios?atr.marca=HP&categoria=games&atr.marca=Dell&atr.marca=HP',
    '/anuncios?atr.marca=Dell&atr.marca=HP&categoria=games',
  ],
  ['/anuncio/bola-1?x=1', '/anuncio/bola-1'],
  ['/termos?versao=3&x=1', '/termos?versao=3'],
  ['/tarifas?plano=ouro&valor=1000', '/tarifas?plano=ouro&valor=1000'],
  ['/conta?x=1', null],
  ['/anunciosx', null],
])('%s is cached as %s', (url, address) => {
  expect(pageAddress(url)).toBe(address);
  if (address !== null) expect(pageAddress(address), 'its own address').toBe(address);
});

/** A cache as the site uses it, which counts renderings. */
function site() {
  const cache = createPageCache({});
  let rendered = 0;
  const ask = async (url: string) => {
    const address = pageAddress(url)!;
    if (cache.fresh(address)) return;
    await cache.get(address, async () => {
      rendered += 1;
      return toPage(new Response(null), '<p>Praça</p>');
    });
  };
  return { ask, rendered: () => rendered };
}

test('a hundred invented parameters cause one rendering (T98)', async () => {
  const { ask, rendered } = site();
  for (let each = 0; each < 100; each++) await ask(`/?x${each}=${Math.random()}&utm_source=${each}`);
  expect(rendered()).toBe(1);
});

test('a flood of searches evicts no popular page', async () => {
  const { ask, rendered } = site();
  await ask('/');
  await ask('/anuncios');
  for (let each = 0; each < 600; each++) await ask(`/anuncios?q=palavra${each}`);
  const before = rendered();
  await ask('/');
  await ask('/anuncios');
  expect(rendered()).toBe(before);
});
