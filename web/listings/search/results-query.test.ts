import { describe, expect, it } from 'vitest';
import { noFilters, readFilters, resultsPath, searchKey, searchQuery } from './results-query.ts';
import type { ResultsFilters } from './results-query.ts';

const read = (query: string) => readFilters(new URLSearchParams(query));

describe('the address of the results', () => {
  it('reads every short key', () => {
    expect(
      read(
        'q=headset&categoria=games&precoMin=50&precoMax=1.249,90&entrega=retirada&entrega=na-hora&avaliacao=4.5&vendedor=verificado&estado=PR&cidade=4106902&km=50&ordem=mais-perto&pagina=3&atr.marca=Dell&atr.marca=HP',
      ),
    ).toEqual({
      searchText: 'headset',
      category: 'games',
      minCents: 5_000,
      maxCents: 124_990,
      delivery: ['automatic', 'pickup'],
      verified: true,
      stars: 45,
      state: 'PR',
      city: 4_106_902,
      radius: 50,
      attributes: { marca: ['Dell', 'HP'] },
      sort: 'mais-perto',
      page: 3,
    });
  });

  it('ignores unknown values', () => {
    expect(
      read(
        'precoMin=abc&precoMax=-3&entrega=drone&avaliacao=3&vendedor=todos&estado=XX&cidade=curitiba&km=30&ordem=sorte&pagina=zero&x=1',
      ),
    ).toEqual(noFilters);
  });

  it('accepts price bounds in either order, and a point for a comma', () => {
    expect(read('precoMin=500&precoMax=100')).toMatchObject({ minCents: 10_000, maxCents: 50_000 });
    expect(read('precoMin=99.90')).toMatchObject({ minCents: 9_990, maxCents: null });
    expect(read('precoMax=1.249')).toMatchObject({ minCents: null, maxCents: 124_900 });
  });

  it('accepts the score with a comma', () => {
    expect(read('avaliacao=4,5').stars).toBe(45);
    expect(read('avaliacao=4').stars).toBe(40);
  });

  it('omits defaults', () => {
    expect(resultsPath(noFilters)).toBe('/anuncios');
    expect(resultsPath({ searchText: 'cadeira gamer', maxCents: 50_050 })).toBe(
      '/anuncios?q=cadeira+gamer&precoMax=500%2C50',
    );
  });

  it('is read as it was written', () => {
    const filters = {
      ...noFilters,
      searchText: 'bolo',
      category: 'casa',
      minCents: 1_050,
      delivery: ['manual', 'free_shipping'],
      verified: true,
      stars: 40,
      state: null,
      city: 4_106_902,
      radius: 'any',
      attributes: { cor: ['Azul', 'Preto'] },
      page: 2,
    } as const satisfies ResultsFilters;
    expect(read(resultsPath(filters).split('?')[1] ?? '')).toEqual(filters);
  });

  it('ignores a distance and the order by it without a city', () => {
    expect(read('km=50&ordem=mais-perto&estado=PR')).toEqual({ ...noFilters, state: 'PR' });
    expect(resultsPath({ radius: 50, sort: 'mais-perto' })).toBe('/anuncios');
  });

  it('ignores attributes without their category', () => {
    expect(read('atr.marca=Dell').attributes).toEqual({});
  });
});

describe('the API query', () => {
  it('asks for everything up to the page, at most 96 rows', () => {
    expect(searchQuery({ ...noFilters, page: 2 }).limit).toBe('48');
    expect(searchQuery({ ...noFilters, page: 9 }).limit).toBe('96');
  });

  it('asks for one batch after a cursor', () => {
    expect(searchQuery({ ...noFilters, page: 5 }, 'abc')).toEqual({
      sort: 'relevancia',
      after: 'abc',
      limit: '24',
    });
  });

  it('asks for each way of delivery once', () => {
    const { delivery } = searchQuery(read('entrega=frete-gratis&entrega=retirada&entrega=frete-gratis'));
    expect(delivery).toBe('free_shipping,pickup');
    expect(searchQuery(read('entrega=')).delivery).toBeUndefined();
  });

  it('gives two pages of one search the same key', () => {
    expect(searchKey(read('q=a&pagina=4'))).toBe(searchKey(read('q=a')));
  });
});
