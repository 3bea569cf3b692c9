/** A browser's push endpoint, and the keys for encryption (RFC 8291). */
export interface Subscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** The push services of known browsers: the endpoint comes from the client, which must not choose any address. */
const services = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '.push.services.mozilla.com',
  '.notify.windows.com',
  'web.push.apple.com',
];

/** The subscription in a `hash` of `POST /user-tokens`: its JSON, base64url. Null for a Firebase token. */
export function readSubscription(hash: string): Subscription | null {
  if (!hash.startsWith('ey')) return null;
  try {
    const given = JSON.parse(Buffer.from(hash, 'base64url').toString('utf8')) as Partial<Subscription>;
    const { endpoint, keys } = given;
    if (typeof endpoint !== 'string' || typeof keys?.p256dh !== 'string' || typeof keys.auth !== 'string')
      return null;
    return { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } };
  } catch {
    return null;
  }
}

/**
 * Whether messages may be sent to it: a known push service over TLS, and keys of the right size.
 * @param ownHosts further hosts from the configuration (`host:port`), which may use plain HTTP
 */
export function isDeliverable({ endpoint, keys }: Subscription, ownHosts: readonly string[]): boolean {
  if (Buffer.from(keys.p256dh, 'base64url').length !== 65) return false;
  if (Buffer.from(keys.auth, 'base64url').length !== 16) return false;
  if (!URL.canParse(endpoint) || endpoint.length > 2_048) return false;
  const { protocol, host, hostname, port, username, password } = new URL(endpoint);
  if (username !== '' || password !== '') return false;
  if (ownHosts.includes(host)) return protocol === 'https:' || protocol === 'http:';
  if (protocol !== 'https:' || port !== '') return false;
  return services.some((service) =>
    service.startsWith('.') ? hostname.endsWith(service) : hostname === service,
  );
}
