import { describe, expect, test } from 'vitest';
import { letterKinds } from '#domain/settings/letters.ts';
import type { LetterName } from '#domain/settings/letters.ts';
import { noticeGroups } from '#domain/notifications/notices.ts';
import { noticeGroupOf } from '#domain/events.ts';
import type { EventKind } from '#domain/events.ts';
import { isMailed } from './own-letters.ts';
import type { Audience, Facts } from './notice.ts';
import { templates } from './templates/templates.ts';

interface Told {
  kind: EventKind;
  to: Audience;
  /** The separate letter for this event, where the notice's own letter does not cover it. */
  letter?: LetterName;
  data?: Record<string, unknown>;
  /** The person can no longer sign in, so the letter is the only message. */
  letterOnly?: true;
}

/** One entry for each event of the catalogue (§4.16), in its order. */
const catalogue: Record<string, readonly Told[]> = {
  // Account
  'verify e-mail': [{ kind: 'account.registered', to: 'owner', letter: 'confirmar-email' }],
  'new device': [{ kind: 'account.new_device', to: 'owner', letter: 'aparelho-novo' }],
  'password changed': [{ kind: 'account.password_changed', to: 'owner', letter: 'senha-trocada' }],
  '2FA changed': [
    { kind: 'account.second_factor_enabled', to: 'owner', letter: 'duas-etapas' },
    { kind: 'account.second_factor_disabled', to: 'owner', letter: 'duas-etapas' },
    { kind: 'account.recovery_codes_renewed', to: 'owner', letter: 'duas-etapas' },
    { kind: 'account.passkey_added', to: 'owner', letter: 'duas-etapas' },
    { kind: 'account.passkey_removed', to: 'owner', letter: 'duas-etapas' },
  ],
  'ways to get in changed': [
    { kind: 'account.email_changed', to: 'owner', letter: 'email-alterado' },
    { kind: 'account.phone_changed', to: 'owner', letter: 'mudanca-de-seguranca' },
    { kind: 'account.identity_linked', to: 'owner' },
    { kind: 'account.identity_unlinked', to: 'owner' },
  ],
  'verification result': [
    { kind: 'account.identity_verified', to: 'owner' },
    { kind: 'account.document_proven', to: 'owner' },
    { kind: 'account.document_lost', to: 'owner' },
    { kind: 'account.level_granted', to: 'owner' },
    { kind: 'account.level_withdrawn', to: 'owner' },
  ],
  'level of a seller': [
    { kind: 'account.birth_corrected', to: 'owner' },
    { kind: 'account.guardian_asked', to: 'owner', data: { minor: 'tiago' } },
    { kind: 'account.guardian_consented', to: 'owner', data: { limitCents: 30_000 } },
    { kind: 'account.guardian_limit_changed', to: 'owner', data: { limitCents: 20_000 } },
    { kind: 'account.guardian_ended', to: 'owner', data: { by: 'tiago' } },
    { kind: 'account.seller_level_raised', to: 'owner', data: { from: 'bronze', to: 'silver' } },
    { kind: 'account.seller_level_warned', to: 'owner', data: { from: 'gold', to: 'gold' } },
    { kind: 'account.seller_level_lowered', to: 'owner', data: { from: 'gold', to: 'bronze' } },
    { kind: 'account.sales_stopped', to: 'owner' },
    { kind: 'account.sales_resumed', to: 'owner' },
    { kind: 'account.seller_interviewed', to: 'owner' },
    { kind: 'order.counting_decided', to: 'seller', data: { accepted: true } },
    { kind: 'order.counting_decided', to: 'seller', data: { accepted: false } },
  ],
  sanction: [
    { kind: 'account.restricted', to: 'owner', letter: 'conta-suspensa' },
    {
      kind: 'account.strike_given',
      to: 'owner',
      data: { measure: 'review', until: '2026-12-10T12:00:00.000Z', reason: 'Um motivo.' },
    },
    { kind: 'account.suspended', to: 'owner', letter: 'conta-suspensa' },
    { kind: 'account.banned', to: 'owner', letter: 'conta-suspensa', letterOnly: true },
  ],
  'appeal result': [{ kind: 'account.reinstated', to: 'owner', letter: 'conta-suspensa' }],
  'texts that change': [
    { kind: 'account.text_announced', to: 'owner', data: { slug: 'termos', version: 2 } },
    { kind: 'account.text_announced', to: 'owner', data: { slug: 'privacidade', version: 2 } },
  ],
  // Listing
  published: [
    { kind: 'listing.approved', to: 'seller' },
    { kind: 'listing.published', to: 'seller' },
  ],
  adjustments: [
    { kind: 'listing.changes_requested', to: 'seller' },
    { kind: 'revision.changes_requested', to: 'seller' },
  ],
  refused: [
    { kind: 'listing.rejected', to: 'seller' },
    { kind: 'revision.rejected', to: 'seller' },
  ],
  suspended: [{ kind: 'listing.suspended', to: 'seller' }],
  'low stock': [{ kind: 'listing.low_stock', to: 'seller' }],
  expiring: [{ kind: 'listing.expiring', to: 'seller' }],
  question: [{ kind: 'question.asked', to: 'seller' }],
  answer: [{ kind: 'question.answered', to: 'asker' }],
  // Order, buyer
  'charge created': [
    { kind: 'order.placed', to: 'buyer', data: { method: 'pix' } },
    { kind: 'order.placed', to: 'buyer', data: { method: 'card' } },
    { kind: 'order.placed', to: 'buyer', data: { method: 'manual' } },
    { kind: 'order.boleto_ready', to: 'buyer' },
  ],
  'charge expiring': [{ kind: 'order.payment_near', to: 'buyer' }],
  paid: [{ kind: 'order.paid', to: 'buyer' }],
  delivered: [{ kind: 'order.delivered', to: 'buyer' }],
  'remind confirm ×2': [
    { kind: 'order.confirmation_near', to: 'buyer', data: { last: false } },
    { kind: 'order.confirmation_near', to: 'buyer', data: { last: true } },
  ],
  concluded: [{ kind: 'order.completed', to: 'buyer' }],
  cancelled: [{ kind: 'order.cancelled', to: 'buyer' }],
  'refund steps': [
    { kind: 'order.regretted', to: 'buyer', letter: 'desistencia' },
    { kind: 'order.refunded', to: 'buyer' },
    { kind: 'order.partly_refunded', to: 'buyer' },
    { kind: 'refund.rejected', to: 'buyer' },
    { kind: 'refund.completed', to: 'buyer' },
  ],
  return: [
    { kind: 'return.post_near', to: 'buyer' },
    { kind: 'return.arrived', to: 'buyer' },
    { kind: 'return.contested', to: 'buyer' },
    { kind: 'return.bounced', to: 'buyer' },
    { kind: 'return.lapsed', to: 'buyer' },
  ],
  // Order, seller
  'new sale': [{ kind: 'order.paid', to: 'seller' }],
  'deadline in 25 %': [{ kind: 'order.delivery_near', to: 'seller' }],
  overdue: [{ kind: 'order.delivery_overdue', to: 'seller' }],
  'return of a sale': [
    { kind: 'return.opened', to: 'seller' },
    { kind: 'return.posted', to: 'seller' },
    { kind: 'return.arrived', to: 'seller' },
    { kind: 'return.bounced', to: 'seller' },
    { kind: 'return.lapsed', to: 'seller' },
    { kind: 'return.cancelled', to: 'seller' },
  ],
  'buyer asked cancel': [{ kind: 'order.cancellation_asked', to: 'seller' }],
  confirmed: [{ kind: 'order.completed', to: 'seller' }],
  'money released': [{ kind: 'settlement.released', to: 'seller' }],
  // Complaint
  opened: [
    { kind: 'complaint.opened', to: 'buyer' },
    { kind: 'complaint.opened', to: 'seller' },
  ],
  proposal: [{ kind: 'complaint.proposed', to: 'seller', data: { side: 'buyer' } }],
  'complaint deadline': [{ kind: 'complaint.answer_due', to: 'seller' }],
  mediation: [
    { kind: 'complaint.mediated', to: 'buyer' },
    { kind: 'complaint.mediated', to: 'seller' },
  ],
  decision: [
    { kind: 'complaint.decided', to: 'buyer' },
    { kind: 'complaint.decided', to: 'seller' },
  ],
  appeal: [
    { kind: 'complaint.appealed', to: 'buyer', data: { side: 'buyer' } },
    { kind: 'complaint.closed', to: 'seller' },
  ],
  // Withdrawal
  'withdrawal: each state': [
    { kind: 'withdrawal.requested', to: 'owner' },
    { kind: 'withdrawal.approved', to: 'owner' },
    { kind: 'withdrawal.processing', to: 'owner' },
    { kind: 'withdrawal.failed', to: 'owner' },
    { kind: 'withdrawal.paid', to: 'owner' },
    { kind: 'withdrawal.rejected', to: 'owner' },
    { kind: 'withdrawal.returned', to: 'owner' },
    { kind: 'withdrawal.reopened', to: 'owner' },
    { kind: 'withdrawal.cancelled', to: 'owner' },
  ],
  // Support
  message: [{ kind: 'ticket.answered', to: 'owner', data: { first: true, sequence: 2 } }],
  resolved: [{ kind: 'ticket.resolved', to: 'owner' }],
  CSAT: [{ kind: 'ticket.rating_asked', to: 'owner' }],
};

const instant = '2026-12-24T15:00:00.000Z';
const factsWith = (own: Record<string, unknown>): Facts => ({
  data: new Proxy(own, {
    get(target, name: string) {
      if (name in target) return target[name];
      if (/(At|until|By|date)$/i.test(name)) return instant;
      return /(Cents|left|count|version|stars)$/i.test(name) ? 5_000 : 'exemplo';
    },
  }),
  title: 'Teclado',
  slug: 'teclado-1',
  listingId: 1,
  orderHash: 'hash',
  totalCents: 5_000,
  amountCents: 5_000,
  payoutCents: 4_750,
  ticketId: 1,
  protocol: 'A-7K3F-9Q2M',
  cardPlan: null,
  ticketRead: 0,
});

describe.each(Object.entries(catalogue))('of the catalogue (§4.16), «%s»', (_event, told) => {
  test.each(told)('$kind reaches its $to on the page, on the device and by letter', (one) => {
    const { kind, to, letter, data = {}, letterOnly = false } = one;
    const notices = templates[kind](factsWith(data)).filter((notice) => notice.to === to);
    expect(notices).toHaveLength(letterOnly ? 0 : 1);
    for (const { title, description, url, icon } of notices) {
      expect([title, description].join(' ')).not.toMatch(/undefined|null|NaN|Invalid/);
      expect(url).toMatch(/^\/[a-z]/);
      expect(icon).toMatch(/^[a-z][a-z0-9-]+$/);
    }
    const { usual } = noticeGroups[noticeGroupOf(kind)!];
    expect(usual).toEqual({ email: true, push: true });
    // Exactly one letter: its own, or the notice's.
    expect(isMailed(kind)).toBe(letter === undefined);
    if (letter) expect(letterKinds).toHaveProperty(letter);
  });
});

test('money, security and legal messages cannot be muted', () => {
  for (const event of [
    'password changed',
    'sanction',
    'texts that change',
    'withdrawal: each state',
    'decision',
  ])
    for (const { kind } of catalogue[event]!)
      expect(noticeGroups[noticeGroupOf(kind)!].locked, kind).toBe(true);
  for (const kind of ['refund.completed', 'settlement.released', 'order.refunded'] as const)
    expect(noticeGroups[noticeGroupOf(kind)!].locked, kind).toBe(true);
});
