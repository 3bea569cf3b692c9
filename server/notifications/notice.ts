import type { NoticeIcon } from '#domain/notifications/notices.ts';

/** What the words of a notice are made from: the event's own data and the thing it happened to. */
export interface Facts {
  data: Record<string, unknown>;
  title: string | null;
  slug: string | null;
  listingId: number | null;
  orderHash: string | null;
  totalCents: number | null;
  amountCents: number | null;
  /** What of a withdrawal is sent: its amount without the fee. */
  payoutCents: number | null;
  ticketId: number | null;
  protocol: string | null;
  /** Up to which message of the ticket its owner has read. */
  ticketRead: number | null;
}

/** Who hears of it. `owner` is the person the thing belongs to: the account's, the withdrawal's. */
export type Audience = 'buyer' | 'seller' | 'asker' | 'owner';

/**
 * A notice; `icon` is a lucide name. Its title names no person, thing or amount: it is what locked screens show (T69).
 */
export interface Notice {
  to: Audience;
  title: string;
  description: string;
  icon: NoticeIcon;
  url: string;
}

export function notice(
  to: Audience,
  title: string,
  description: string,
  icon: NoticeIcon,
  url: string,
): Notice {
  return { to, title, description, icon, url };
}

/** What follows the end of something that stopped a sale, unless something else stops it still. */
export function restWords({ data }: Facts, goingOn: string): string {
  return data.goesOn === false ? 'O pedido continua parado por outro motivo.' : goingOn;
}
