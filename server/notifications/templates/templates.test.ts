import { expect, test } from 'vitest';
import type { Facts } from '#server/notifications/notice.ts';
import { templates } from './templates.ts';

const secret = 'Canário';

/** Values for every name that a template may use; each contains something that must not be on a locked screen. */
const data = new Proxy({} as Record<string, unknown>, {
  get(_, name: string) {
    if (name.endsWith('Cents')) return 987_654;
    if (/(At|until|By|date)$/i.test(name)) return '2026-12-24T15:00:00.000Z';
    if (/^(wrote|reasons|sides|others)$/.test(name)) return [secret];
    if (/^(count|percent|stars|left|days|units)$/.test(name)) return 98_765;
    if (name.endsWith('Id')) return 98_765;
    return secret;
  },
});
const facts: Facts = {
  data,
  title: secret,
  slug: secret,
  listingId: 1,
  orderHash: secret,
  totalCents: 987_654,
  amountCents: 987_654,
  cardPlan: { count: 3, priceCents: 987_654, totalCents: 987_655 },
  payoutCents: 987_654,
  ticketId: 1,
  protocol: secret,
  ticketRead: null,
};

test.each(Object.keys(templates) as (keyof typeof templates)[])(
  'the titles of %s contain no name, no thing and no amount (T69)',
  (kind) => {
    for (const { title } of templates[kind](facts)) {
      expect(title).not.toContain(secret);
      expect(title).not.toMatch(/\d{3}/);
    }
  },
);
