/** Where a browser takes push messages, and the keys they are encrypted with (RFC 8291). */
export interface Subscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** Push services of the browsers there are: the address comes from a stranger, who must not choose it. */
const services = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '.push.services.mozilla.com',
  '.notify.windows.com',
  'web.push.apple.com',
];

/**
 * The subscription in a `hash` of `POST /user-tokens`: its JSON, base64url. Null when it is none, and so a token of
 * Firebase.
 */
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
 * Whether messages may be sent there: a known push service over TLS, keys of the right size.
 * @param ownHosts further hosts the operator named (`host:port`), which may speak plain HTTP
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
