/** Channels of the Pusher protocol 7 and the names that the product gives them. */
export type ChannelKind = 'public' | 'private' | 'presence';

const namePattern = /^[A-Za-z0-9_\-=@,.;]{1,164}$/;
const toUserPattern = /^#server-to-user-[A-Za-z0-9_\-=@,.;]{1,128}$/;

/** What a channel's name says of it, or null for a name that the protocol does not know. */
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

/** The channel and event of specification §4. The name can be guessed, so what travels here has no content. */
export const messageChannel = (userId: number) => `messageEvent_${userId}`;
export const messageEvent = 'message-event';

/** What concerns one person's open pages, whatever it is about. */
export const personChannel = (userId: number) => `private-user-${userId}`;
/** `{ id }` of a notice that was read on another page, or `{ upTo }`: it and all before it. */
export const readNoticesEvent = 'notices-read';

/** What a person and the team hear of the person's support tickets: which one has news, and who is typing there. */
export const supportChannel = (userId: number) => `private-support-${userId}`;
/** What the whole team hears: `{ queue }` in which somebody opened or left an item. */
export const claimsChannel = 'private-staff-holds';
export const claimEvent = 'hold';

/** What the whole team hears: which ticket has news. */
export const supportDeskChannel = 'private-staff-support';
/** Who of the team is at a ticket now. */
export const ticketPresenceChannel = (ticketId: number) => `presence-staff-ticket-${ticketId}`;
/** `{ id }` of the ticket. */
export const ticketEvent = 'ticket';
/** `{ id }` of the ticket; from a client, so nothing but a hint. */
export const typingEvent = 'client-typing';

/** The user whom a channel concerns alone, or null: `messageEvent_7`, `private-user-7`, `private-support-7`. */
export function channelOwner(name: string): number | null {
  const match = /^(?:messageEvent_|private-user-|private-support-)([1-9]\d{0,14})$/.exec(name);
  return match ? Number(match[1]) : null;
}

/** Whether a channel concerns one person and can be heard by anybody who guesses its name: `messageEvent_7`. */
export function isGuessableChannel(name: string): boolean {
  return channelOwner(name) !== null && channelKind(name) === 'public';
}

/** Where the two sides of an order hear of each other; like every channel it carries no words. */
export const orderChannel = (orderId: number) => `private-order-${orderId}`;
/** `{ sequence }`: somebody wrote. */
export const orderMessageEvent = 'message';
/** `{ side, upTo }`: somebody read. */
export const orderReadingEvent = 'reading';
/** Sent by browsers to each other; says nothing that matters. */
export const orderTypingEvent = 'client-typing';

/** The order whose two sides a channel is for, or null. */
export function channelOrder(name: string): number | null {
  const match = /^private-order-([1-9]\d{0,14})$/.exec(name);
  return match ? Number(match[1]) : null;
}
