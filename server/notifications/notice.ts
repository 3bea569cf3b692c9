import type { EventKind } from '#domain/events.ts';
import type { NoticeIcon } from '#domain/notifications/notices.ts';

/** The values that a notice's text is made from: the event's data and the subject's columns. */
export interface Facts {
  data: Record<string, unknown>;
  title: string | null;
  slug: string | null;
  listingId: number | null;
  orderHash: string | null;
  totalCents: number | null;
  amountCents: number | null;
  /** The paid card's installments, of an order's payment or refund; null without interest. */
  cardPlan: { count: number; priceCents: number; totalCents: number } | null;
  /** The amount of a withdrawal that is sent: without the fee. */
  payoutCents: number | null;
  ticketId: number | null;
  protocol: string | null;
  /** The last message of the ticket that its owner has read. */
  ticketRead: number | null;
}

/** The recipient. `owner` is the person to whom the subject belongs: an account, a withdrawal. */
export type Audience = 'buyer' | 'seller' | 'asker' | 'owner';

/**
 * A notice; `icon` is a lucide name. Its title names no person, thing or amount, because locked screens show it (T69).
 */
export interface Notice {
  to: Audience;
  title: string;
  description: string;
  icon: NoticeIcon;
  url: string;
}

/** The notices of an event of each kind; an empty list is a decision, not an omission. */
export type Templates = Record<EventKind, (facts: Facts) => Notice[]>;

export function notice(
  to: Audience,
  title: string,
  description: string,
  icon: NoticeIcon,
  url: string,
): Notice {
  return { to, title, description, icon, url };
}

/** The sentence after the end of something that stopped a sale, unless something else still stops it. */
export function resumeText({ data }: Facts, goingOn: string): string {
  return data.goesOn === false ? 'O pedido continua parado por outro motivo.' : goingOn;
}
