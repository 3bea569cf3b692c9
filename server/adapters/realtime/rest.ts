import { channelKind, isEventName } from '#domain/notifications/channels.ts';
import type { BusMessage } from './bus.ts';
import type { RealtimeContext } from './conversation.ts';
import { restFault } from './signatures.ts';

export interface RestCall {
  method: string;
  /** The whole path, as it was signed: `/apps/praca/events`. */
  path: string;
  query: Record<string, string>;
  body: Buffer;
}

/** A JSON object, or plain text for an error. */
export interface RestAnswer {
  status: number;
  body: Record<string, unknown> | string;
}

const maxDataBytes = 10_240;
const maxChannels = 100;
const maxBatch = 10;

interface Trigger {
  name?: unknown;
  data?: unknown;
  channel?: unknown;
  channels?: unknown;
  socket_id?: unknown;
  info?: unknown;
}

class RestError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The HTTP API of the protocol, which the `pusher` server libraries call. */
export async function answerRest(talk: RealtimeContext, call: RestCall, nowMs: number): Promise<RestAnswer> {
  const fault = restFault(talk.app, call, nowMs);
  if (fault) return { status: 401, body: fault };
  try {
    return { status: 200, body: await act(talk, call) };
  } catch (error) {
    if (error instanceof RestError) return { status: error.status, body: error.message };
    throw error;
  }
}

async function act(
  talk: RealtimeContext,
  { method, path, query, body }: RestCall,
): Promise<Record<string, unknown>> {
  const [, , appId, noun, name, part] = path.split('/').map(decodeURIComponent);
  if (appId !== talk.app.id) throw new RestError(404, 'Unknown app');
  const route = `${method} ${[noun, name && ':name', part].filter(Boolean).join('/')}`;
  switch (route) {
    case 'POST events':
      return trigger(talk, parse(body) as Trigger);
    case 'POST batch_events':
      return triggerBatch(talk, parse(body) as { batch?: unknown });
    case 'GET channels':
      return listChannels(talk, query);
    case 'GET channels/:name':
      return oneChannel(talk, name!, query);
    case 'GET channels/:name/users':
      return users(talk, name!);
    case 'POST users/:name/terminate_connections':
      return terminate(talk, name!);
    default:
      throw new RestError(404, 'Unknown call');
  }
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new RestError(400, 'Body is not JSON');
  }
}

async function trigger(talk: RealtimeContext, asked: Trigger): Promise<Record<string, unknown>> {
  const message = messageOf(asked);
  await talk.publish([message]);
  if (typeof asked.info !== 'string') return {};
  const entries = await Promise.all(
    message.channels.map(
      async (channel) => [channel, await facts(talk, channel, String(asked.info))] as const,
    ),
  );
  return { channels: Object.fromEntries(entries) };
}

async function triggerBatch(
  talk: RealtimeContext,
  { batch }: { batch?: unknown },
): Promise<Record<string, unknown>> {
  if (!Array.isArray(batch) || batch.length === 0) throw new RestError(400, 'batch must be a list');
  if (batch.length > maxBatch) throw new RestError(400, `A batch has at most ${maxBatch} events`);
  const asked = batch as Trigger[];
  await talk.publish(asked.map((each) => messageOf(each)));
  if (!asked.some(({ info }) => typeof info === 'string')) return {};
  return {
    batch: await Promise.all(
      asked.map(({ channel, info }) => facts(talk, String(channel), String(info ?? ''))),
    ),
  };
}

function messageOf({ name, data, channel, channels, socket_id }: Trigger): BusMessage {
  const wanted = channels ?? (channel === undefined ? [] : [channel]);
  if (typeof name !== 'string' || !isEventName(name)) throw new RestError(400, 'Invalid event name');
  if (!Array.isArray(wanted) || wanted.length === 0 || wanted.length > maxChannels)
    throw new RestError(400, `An event has 1 to ${maxChannels} channels`);
  if (!wanted.every((each) => typeof each === 'string' && channelKind(each) !== null))
    throw new RestError(400, 'Invalid channel name');
  if (typeof data !== 'string') throw new RestError(400, 'data must be text');
  if (Buffer.byteLength(data) > maxDataBytes)
    throw new RestError(413, 'The data content of this event exceeds the allowed maximum (10240 bytes)');
  if (socket_id !== undefined && !/^\d+\.\d+$/.test(String(socket_id)))
    throw new RestError(400, 'Invalid socket_id');
  return {
    channels: wanted as string[],
    event: name,
    data,
    except: socket_id === undefined ? null : String(socket_id),
  };
}

async function facts(talk: RealtimeContext, channel: string, info: string): Promise<Record<string, number>> {
  const wanted = info.split(',');
  const sockets =
    (talk.hub.occupied(channel).get(channel) ?? 0) +
    ((await talk.roster.elsewhere(channel)).get(channel) ?? 0);
  return {
    ...(wanted.includes('subscription_count') && { subscription_count: sockets }),
    ...(wanted.includes('user_count') &&
      channelKind(channel) === 'presence' && { user_count: (await talk.roster.members(channel)).length }),
  };
}

async function listChannels(
  talk: RealtimeContext,
  query: Record<string, string>,
): Promise<Record<string, unknown>> {
  const prefix = query.filter_by_prefix ?? '';
  const wantsUsers = (query.info ?? '').split(',').includes('user_count');
  if (wantsUsers && !prefix.startsWith('presence-'))
    throw new RestError(400, 'user_count may only be requested for presence channels');
  const names = new Set([
    ...talk.hub.occupied(prefix).keys(),
    ...(await talk.roster.elsewhere(prefix)).keys(),
  ]);
  const rows = [...names].map(
    async (name) =>
      [name, wantsUsers ? { user_count: (await talk.roster.members(name)).length } : {}] as const,
  );
  return { channels: Object.fromEntries(await Promise.all(rows)) };
}

async function oneChannel(
  talk: RealtimeContext,
  name: string,
  query: Record<string, string>,
): Promise<Record<string, unknown>> {
  const info = query.info ?? '';
  if (info.includes('user_count') && channelKind(name) !== 'presence')
    throw new RestError(400, 'user_count may only be requested for presence channels');
  const { subscription_count: sockets } = await facts(talk, name, 'subscription_count');
  return { occupied: sockets! > 0, ...(await facts(talk, name, info)) };
}

async function users(talk: RealtimeContext, name: string): Promise<Record<string, unknown>> {
  if (channelKind(name) !== 'presence')
    throw new RestError(400, 'Users can only be listed for presence channels');
  return { users: (await talk.roster.members(name)).map(({ user_id: id }) => ({ id })) };
}

/** Sent to every process: each closes its sockets of this person. */
async function terminate(talk: RealtimeContext, userId: string): Promise<Record<string, unknown>> {
  await talk.publish([disconnect(userId)]);
  return {};
}

/** For messages between processes; no client may subscribe to a channel of this name. */
export const controlChannel = '#praca-control';

export function disconnect(userId: string): BusMessage {
  return { channels: [controlChannel], event: 'disconnect-user', data: JSON.stringify(userId) };
}
