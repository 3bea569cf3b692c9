import { channelKind, channelOwner } from '#domain/notifications/channels.ts';
import type { BusMessage } from './bus.ts';
import { errorFrame, frame } from './frames.ts';
import type { ClientFrame } from './frames.ts';
import type { Hub, Peer } from './hub.ts';
import type { Grant } from './realtime.ts';
import type { Member, Roster } from './roster.ts';
import { isSigned } from './signatures.ts';
import type { RealtimeApp } from './signatures.ts';

export interface RealtimeContext {
  app: RealtimeApp;
  hub: Hub;
  roster: Roster;
  publish(messages: readonly BusMessage[]): Promise<void>;
}

const maxChannels = 100;
const maxClientBytes = 10_240;
const maxMembers = 100;

/** Handles one frame of a client. */
export async function handleFrame(
  talk: RealtimeContext,
  peer: Peer,
  { event, channel, data }: ClientFrame,
): Promise<void> {
  if (event === 'pusher:ping') return peer.send(frame('pusher:pong', {}));
  if (event === 'pusher:pong') return undefined;
  if (event === 'pusher:subscribe') return subscribe(talk, peer, data);
  if (event === 'pusher:unsubscribe') return leave(talk, peer, String(data.channel ?? channel ?? ''));
  if (event === 'pusher:signin') return signIn(talk, peer, data);
  if (event.startsWith('client-') && channel !== undefined)
    return relay(talk, peer, { event, channel, data });
  return undefined;
}

async function subscribe(talk: RealtimeContext, peer: Peer, data: Record<string, unknown>): Promise<void> {
  const name = typeof data.channel === 'string' ? data.channel : '';
  const kind = channelKind(name);
  if (kind === null) return refuse(peer, name, 'Invalid channel name', 400);
  if (peer.channels.has(name)) return undefined;
  if (peer.channels.size >= maxChannels) return refuse(peer, name, 'Too many channels', 403);
  if (name.startsWith('#server-to-user-') && name !== `#server-to-user-${peer.userId}`)
    return refuse(peer, name, 'Not this user', 401);
  if (kind === 'public') return subscribePublic(talk, peer, name);
  if (name.startsWith('#')) return succeed(talk, peer, name, null, {});
  if (kind === 'presence') return subscribePresence(talk, peer, name, data);
  return subscribePrivate(talk, peer, name, data);
}

/** The signature covers the session that admits the person; a library that signs by itself covers only the name. */
function subscribePrivate(
  talk: RealtimeContext,
  peer: Peer,
  name: string,
  data: Record<string, unknown>,
): void {
  const text = typeof data.channel_data === 'string' ? data.channel_data : null;
  if (!isSigned(talk.app, data.auth, [peer.id, name, ...(text === null ? [] : [text])].join(':')))
    return refuse(peer, name, 'Invalid signature', 401);
  if (text !== null && !addGrant(peer, JSON.parse(text) as Signed)) return undefined;
  return succeed(talk, peer, name, null, {});
}

interface Signed {
  grant?: Grant;
}

/** @returns false when the person has too many sockets already; this one is then closed */
function addGrant(peer: Peer, { grant }: Signed): boolean {
  if (!grant) return true;
  if (!peer.reserveFor(String(grant.userId))) {
    peer.send(errorFrame(4100, 'Over capacity'));
    peer.close(4100, 'Over capacity');
    return false;
  }
  peer.grants.set(grant.sessionId, String(grant.userId));
  return true;
}

/**
 * A client without sign-in may join a public channel, as the protocol and specification §4 require: a person's channel
 * carries no content (ADR 0077). A client that signed in as another person is refused (T66).
 */
function subscribePublic(talk: RealtimeContext, peer: Peer, name: string): void {
  const owner = channelOwner(name);
  if (owner === null || peer.userId === null || peer.userId === String(owner))
    return succeed(talk, peer, name, null, {});
  return refuse(peer, name, 'Not this user', 401);
}

async function subscribePresence(
  talk: RealtimeContext,
  peer: Peer,
  name: string,
  data: Record<string, unknown>,
): Promise<void> {
  const text = typeof data.channel_data === 'string' ? data.channel_data : '';
  if (!isSigned(talk.app, data.auth, `${peer.id}:${name}:${text}`))
    return refuse(peer, name, 'Invalid signature', 401);
  const signed = JSON.parse(text) as Signed & { user_id: unknown; user_info?: unknown };
  if (!addGrant(peer, signed)) return;
  const { user_id, user_info } = signed;
  const member: Member = { user_id: String(user_id), user_info };
  if (member.user_id.length > 128) return refuse(peer, name, 'user_id is too long', 400);
  const { first, members } = await talk.roster.join(name, peer.id, member);
  if (members.length > maxMembers) {
    await talk.roster.leave(name, peer.id, member.user_id);
    return refuse(peer, name, 'Too many members', 403);
  }
  const hash = Object.fromEntries(members.map((each) => [each.user_id, each.user_info ?? {}]));
  const presence = { count: members.length, ids: members.map((each) => each.user_id), hash };
  succeed(talk, peer, name, member.user_id, { presence });
  if (first)
    await talk.publish([
      {
        channels: [name],
        event: 'pusher_internal:member_added',
        data: JSON.stringify(member),
        except: peer.id,
      },
    ]);
}

function succeed(
  talk: RealtimeContext,
  peer: Peer,
  channel: string,
  userId: string | null,
  data: unknown,
): void {
  talk.hub.subscribe(peer, channel, userId);
  peer.send(frame('pusher_internal:subscription_succeeded', data, channel));
}

function refuse(peer: Peer, channel: string, error: string, status: number): void {
  peer.send(frame('pusher:subscription_error', { type: 'AuthError', error, status }, channel));
}

/** Leaves a channel; a presence channel is notified when it was the person's last socket. */
export async function leave(talk: RealtimeContext, peer: Peer, channel: string): Promise<void> {
  const place = peer.channels.get(channel);
  if (!place) return;
  talk.hub.unsubscribe(peer, channel);
  if (place.userId === null) return;
  if (await talk.roster.leave(channel, peer.id, place.userId))
    await talk.publish([memberRemoved(channel, place.userId)]);
}

export function memberRemoved(channel: string, userId: string): BusMessage {
  return {
    channels: [channel],
    event: 'pusher_internal:member_removed',
    data: JSON.stringify({ user_id: userId }),
  };
}

function signIn(talk: RealtimeContext, peer: Peer, data: Record<string, unknown>): void {
  const text = typeof data.user_data === 'string' ? data.user_data : '';
  if (!isSigned(talk.app, data.auth, `${peer.id}::user::${text}`)) {
    peer.send(errorFrame(4009, 'Connection not authorized'));
    return peer.close(4009, 'Connection not authorized');
  }
  const signed = JSON.parse(text) as Signed & { id: unknown };
  if (!addGrant(peer, signed)) return undefined;
  peer.userId = String(signed.id);
  peer.send(frame('pusher:signin_success', { user_data: text }));
  return undefined;
}

/**
 * Forwards a client event to all others on the channel; on a presence channel it includes the sender's user id. Its
 * content is never trusted.
 */
async function relay(
  talk: RealtimeContext,
  peer: Peer,
  { event, channel, data }: Required<ClientFrame>,
): Promise<void> {
  const place = peer.channels.get(channel);
  const kind = channelKind(channel);
  if (!place || kind === 'public' || kind === null)
    return peer.send(errorFrame(null, 'Client events need a private or presence channel one has joined'));
  const text = JSON.stringify(data);
  if (text.length > maxClientBytes) return peer.send(errorFrame(null, 'Client event is too large'));
  return talk.publish([{ channels: [channel], event, data: text, except: peer.id, sender: place.userId }]);
}
