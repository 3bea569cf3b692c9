import { describe, expect, test } from 'vitest';
import { chunkOf } from './chunks.ts';

const chunk = (...pages: string[]) => chunkOf(new Set(pages));

describe('the file of a module that pages share', () => {
  test('is the shell when every page needs it, or at least five public ones', () => {
    expect(chunk('every page', 'staff/review-page.tsx')).toBe('shell');
    expect(
      chunk(
        'pages/fees-page.tsx',
        'pages/how-page.tsx',
        'pages/terms-page.tsx',
        'pages/faq-page.tsx',
        'listings/search/results-page.tsx',
      ),
    ).toBe('shell');
  });

  test('is one for staff, one for members and one for both, which no visitor downloads', () => {
    expect(chunk('staff/review-page.tsx', 'staff/orders-page.tsx')).toBe('staff');
    expect(chunk('accounts/summary/summary-page.tsx', 'orders/page/order-page.tsx')).toBe('member');
    expect(chunk('orders/page/order-page.tsx', 'staff/order-page.tsx')).toBe('signed-in');
  });

  test('is one of an area when only the pages of that area share it', () => {
    expect(chunk('staff/settings-page.tsx', 'staff/plans-page.tsx')).toBe('settings');
    expect(chunk('staff/settings-page.tsx', 'staff/people-page.tsx')).toBe('staff');
    expect(chunk('staff/order-page.tsx', 'staff/complaints-page.tsx')).toBe('cases');
    expect(chunk('orders/lists/sales-page.tsx', 'orders/lists/purchases-page.tsx')).toBe('order-lists');
    expect(chunk('orders/lists/sales-page.tsx', 'orders/page/order-page.tsx')).toBe('member');
  });

  test('is left to the bundler when one page needs it, or few public ones alone', () => {
    expect(chunk('orders/page/order-page.tsx')).toBeNull();
    expect(chunk('pages/privacy-page.tsx', 'pages/terms-page.tsx')).toBeNull();
  });

  test('is a common one when several members and a public page need it', () => {
    expect(
      chunk(
        'pages/payment-methods-page.tsx',
        'orders/page/order-page.tsx',
        'orders/lists/purchases-page.tsx',
        'ledger/transactions-page.tsx',
      ),
    ).toBe('common');
  });
});
