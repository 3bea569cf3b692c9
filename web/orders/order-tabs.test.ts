import { describe, expect, it } from 'vitest';
import type { OrderRow } from '#contract/orders.ts';
import { orderStates } from '#domain/orders.ts';
import { byTab, openTab, orderTabs } from './order-tabs.ts';

const row = (state: OrderRow['state']) => ({ state }) as OrderRow;

describe('the tabs of purchases and sales', () => {
  it('hold every state exactly once', () => {
    for (const side of ['buyer', 'seller'] as const)
      expect(orderTabs[side].flatMap(({ states }) => states).toSorted()).toEqual(orderStates.toSorted());
  });

  it('open at the first one that has something in it', () => {
    expect(openTab('buyer', null, byTab('buyer', [row('completed'), row('delivered')]))).toBe('confirmar');
    expect(openTab('seller', null, byTab('seller', []))).toBe('entregar');
  });

  it('follow the address and ignore what it does not know', () => {
    const rows = byTab('buyer', [row('paid')]);
    expect(openTab('buyer', 'problema', rows)).toBe('problema');
    expect(openTab('buyer', 'xyz', rows)).toBe('andamento');
  });
});
