import type { FastifyRequest } from 'fastify';
import { isLoopback } from '#server/loopback.ts';
import type { Config } from '#server/config.ts';

/** What machines ask under whatever name they reach us by. */
const forMachines = ['/healthz', '/readyz'];

/**
 * Whether a request names a host of ours: that of `PUBLIC_URL` or one of `HOSTS`. A stranger's name in front of our
 * pages is how caches are poisoned and browsers led to a server behind their own wall (T41). From this machine one
 * comes by any of its names, and an installation without a public name has none to hold on to.
 */
export function ownNames({ publicUrl, hosts }: Config): (request: FastifyRequest) => boolean {
  const { hostname: own } = new URL(publicUrl);
  if (isLoopback(own)) return () => true;
  const names = new Set([own, ...hosts].map((name) => name.toLowerCase()));
  return ({ raw, url }) => {
    const named = nameIn(raw.headers.host ?? '');
    return names.has(named) || isLoopback(named) || named === '' || forMachines.includes(url);
  };
}

/** Without the port; an IPv6 address without its brackets. */
function nameIn(host: string): string {
  return host
    .toLowerCase()
    .replace(/:\d{1,5}$/, '')
    .replace(/^\[|\]$/g, '');
}
