import { expect } from 'vitest';
import type { Sales } from './sales.ts';
import type { Placed } from './sales.ts';
import { openSupport } from './support.ts';

/** Gives the team a reason to read an order (T110): its buyer asks about it. Answers with the question's id. */
export async function openCase(sales: Pick<Sales, 'request'>, { buyer, hash }: Placed): Promise<number> {
  const asked = await openSupport(sales).ask(buyer, { category: 'order', about: { kind: 'order', hash } });
  expect(asked.status, asked.text).toBe(201);
  return asked.data.id;
}
