import { isIP, isIPv6 } from 'node:net';

/**
 * The address in canonical form: without port, brackets and zone, and as IPv4 where IPv6 only wraps it
 * (`::ffff:192.0.2.1`). Null for an invalid address: some proxies write `unknown` or a name.
 */
export function plainAddress(said: string): string | null {
  const bare = said
    .trim()
    .replace(/^"|"$/g, '')
    .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/%.*$/, '');
  if (!isIPv6(bare)) return isIP(bare) === 4 ? bare : null;
  const groups = groupsOf(bare);
  if (groups.slice(0, 5).some((group) => group !== '0') || groups[5] !== 'ffff') return bare.toLowerCase();
  const [high, low] = groups.slice(6).map((group) => Number.parseInt(group, 16)) as [number, number];
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/**
 * The network that rate limits count: an IPv4 address, or the /64 of an IPv6 customer (T40). All invalid addresses
 * count as one network, so that invented ones give no new allowance.
 */
export function networkOf(ip: string): string {
  const plain = plainAddress(ip);
  if (plain === null) return 'unknown';
  return isIPv6(plain) ? `${groupsOf(plain).slice(0, 4).join(':')}::/64` : plain;
}

/**
 * The surrounding network: the /48 that some customers get, with 65,536 networks of /64, or the /24 of an IPv4 address.
 * Null for an invalid address.
 */
export function widerNetworkOf(ip: string): string | null {
  const plain = plainAddress(ip);
  if (plain === null) return null;
  if (isIPv6(plain)) return `${groupsOf(plain).slice(0, 3).join(':')}::/48`;
  return `${plain.slice(0, plain.lastIndexOf('.'))}.0/24`;
}

/**
 * Whether the address is this machine or its private network: an unconfigured proxy, a health check, the benchmark.
 * Callers from there are not a single visitor.
 */
export function isPrivateNetwork(ip: string): boolean {
  const plain = plainAddress(ip);
  if (plain === null) return false;
  if (isIPv6(plain)) return plain === '::1' || /^f[cd]/.test(plain);
  return /^(?:127|10|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./.test(plain);
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail?.split(':').filter(Boolean) ?? [];
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right];
}
