/** Channels of the Pusher protocol 7 and the names that the product gives them. */
export type ChannelKind = 'public' | 'private' | 'presence';

const namePattern = /^[A-Za-z0-9_\-=@,.;]{1,164}$/;
const toUserPattern = /^#server-to-user-[A-Za-z0-9_\-=@,.;]{1,128}$/;

/** The kind of a channel by its name, or null for a name that the protocol does not allow. */
export function channelKind(name: string): ChannelKind | null {
  if (toUserPattern.test(name)) return 'private';
  if (!namePattern.test(name) || /^private-encrypted-|^(private-|presence-)?cache-/.test(name)) return null;
  if (name.startsWith('private-')) return 'private';
  return name.startsWith('presence-') ? 'presence' : 'public';
}

/** An event's name; `client-` events come from clients only. */
export function isEventName(name: string): boolean {
  return name.length > 0 && name.length <= 200;
}

/** The channel and event of specification §4. The name can be guessed, so its events carry no content. */
export const messageChannel = (userId: number) => `messageEvent_${userId}`;
export const messageEvent = 'message-event';

/** The private channel of one person for all their open pages. */
export const personChannel = (userId: number) => `private-user-${userId}`;
/** `{ id }` of a notice that was read on another page, or `{ upTo }`: it and all before it. */
export const readNoticesEvent = 'notices-read';

/** The channel of a person and staff about the person's support tickets: which ticket changed, and who is typing. */
export const supportChannel = (userId: number) => `private-support-${userId}`;
/** The channel of all staff for `{ queue }` in which an item was claimed or released. */
export const claimsChannel = 'private-staff-holds';
export const claimEvent = 'hold';

/** The channel of all staff for changed tickets. */
export const supportDeskChannel = 'private-staff-support';
/** The presence channel of the staff members who have a ticket open. */
export const ticketPresenceChannel = (ticketId: number) => `presence-staff-ticket-${ticketId}`;
/** `{ id }` of the ticket. */
export const ticketEvent = 'ticket';
/** `{ id }` of the ticket; sent by a client, so it is only a hint. */
export const typingEvent = 'client-typing';

/** The user whom a channel concerns alone, or null: `messageEvent_7`, `private-user-7`, `private-support-7`. */
export function channelOwner(name: string): number | null {
  const match = /^(?:messageEvent_|private-user-|private-support-)([1-9]\d{0,14})$/.exec(name);
  return match ? Number(match[1]) : null;
}

/** Whether a channel concerns one person but can be subscribed by guessing its name: `messageEvent_7`. */
export function isGuessableChannel(name: string): boolean {
  return channelOwner(name) !== null && channelKind(name) === 'public';
}

/** The channel of the two sides of an order; like every channel it carries no message texts. */
export const orderChannel = (orderId: number) => `private-order-${orderId}`;
/** `{ sequence }` of a new message. */
export const orderMessageEvent = 'message';
/** `{ side, upTo }`: a side has read the messages up to this one. */
export const orderReadingEvent = 'reading';
/** Sent from browser to browser; only a hint that the other side is typing. */
export const orderTypingEvent = 'client-typing';

/** The order whose two sides a channel is for, or null. */
export function channelOrder(name: string): number | null {
  const match = /^private-order-([1-9]\d{0,14})$/.exec(name);
  return match ? Number(match[1]) : null;
}
