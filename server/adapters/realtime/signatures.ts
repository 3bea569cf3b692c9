import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { ChannelAuthorization, Grant, PresenceData } from './realtime.ts';

/** An application of the Pusher protocol: the key is public, the secret signs. */
export interface RealtimeApp {
  id: string;
  key: string;
  secret: string;
}

export function hmac(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}

/** Signed data besides the channel's name: the presence member, and the session that authorized the subscription. */
export type ChannelData = Partial<PresenceData> & { grant?: Grant };

/** Lower-case hex HMAC-SHA256 of `socket_id:channel[:channel_data]`, after the key. */
export function signChannel(
  app: RealtimeApp,
  socketId: string,
  channel: string,
  data?: ChannelData,
): ChannelAuthorization {
  const channelData = data && JSON.stringify(data);
  const text = [socketId, channel, ...(channelData === undefined ? [] : [channelData])].join(':');
  const auth = `${app.key}:${hmac(app.secret, text)}`;
  return channelData === undefined ? { auth } : { auth, channel_data: channelData };
}

export function signUser(app: RealtimeApp, socketId: string, user: { id: string; grant?: Grant }) {
  const userData = JSON.stringify(user);
  return { auth: `${app.key}:${hmac(app.secret, `${socketId}::user::${userData}`)}`, user_data: userData };
}

/** Whether `auth` is the application's signature of the text, compared in constant time. */
export function isSigned(app: RealtimeApp, auth: unknown, text: string): boolean {
  if (typeof auth !== 'string') return false;
  const given = Buffer.from(auth);
  const right = Buffer.from(`${app.key}:${hmac(app.secret, text)}`);
  return given.length === right.length && timingSafeEqual(given, right);
}

const clockToleranceSeconds = 600;

/** Why a call to the HTTP API is not authentic, or null when it is. */
export function restFault(
  app: RealtimeApp,
  call: { method: string; path: string; query: Record<string, string>; body: Buffer },
  nowMs: number,
): string | null {
  const { auth_signature: signature, ...signed } = call.query;
  if (signed.auth_key !== app.key) return 'Unknown auth_key';
  if (signed.auth_version !== '1.0') return 'Unsupported auth_version';
  const age = Math.abs(nowMs / 1000 - Number(signed.auth_timestamp));
  if (!(age <= clockToleranceSeconds)) return 'Timestamp expired';
  const md5 = createHash('md5').update(call.body).digest('hex');
  if (call.body.length > 0 && signed.body_md5 !== md5) return 'Invalid body_md5';
  const pairs = Object.entries(signed).map(([name, value]) => [name.toLowerCase(), value] as const);
  const text = pairs
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  const right = Buffer.from(hmac(app.secret, `${call.method}\n${call.path}\n${text}`));
  const given = Buffer.from(signature ?? '');
  return right.length === given.length && timingSafeEqual(right, given) ? null : 'Invalid signature';
}
