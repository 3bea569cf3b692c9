import { describe, expect, it } from 'vitest';
import { finalOrderStates, orderStates } from '#domain/orders/orders.ts';
import { openTab, orderTabs, statesOf } from './order-tabs.ts';

describe('the tabs of purchases and sales', () => {
  it('contain every state exactly once, besides the parcels to post, which are to be delivered too', () => {
    for (const side of ['buyer', 'seller'] as const) {
      const states: Record<string, readonly string[]> = statesOf[side];
      const tabs = orderTabs[side].filter(({ key }) => key !== 'postar');
      expect(tabs.flatMap(({ key }) => states[key]!).toSorted()).toEqual(orderStates.toSorted());
    }
    expect(statesOf.seller.entregar).toEqual(expect.arrayContaining([...statesOf.seller.postar]));
  });

  it('list every unfinished state as open', () => {
    const open = orderStates.filter((state) => !finalOrderStates.includes(state));
    expect(statesOf.buyer.abertas.toSorted()).toEqual(open.toSorted());
    expect(statesOf.seller.abertas.toSorted()).toEqual(open.toSorted());
  });

  it('open at the first tab that has orders', () => {
    expect(openTab('buyer', null, { andamento: 0, confirmar: 2, concluidas: 9 })).toBe('confirmar');
    expect(openTab('seller', null, {})).toBe('entregar');
  });

  it('follow the address and ignore unknown values', () => {
    expect(openTab('buyer', 'problema', { andamento: 1 })).toBe('problema');
    expect(openTab('buyer', 'xyz', { andamento: 1 })).toBe('andamento');
  });
});
