import type { FastifyRequest } from 'fastify';
import { isLoopback } from '#server/config/loopback.ts';
import type { Config } from '#server/config/config.ts';

/** What machines ask under whatever name they reach us by. */
const forMachines = ['/healthz', '/readyz'];

/**
 * Whether a request names a host of ours: that of `PUBLIC_URL`, of `CARD_FIELDS_URL` or one of `HOSTS`. A stranger's name in front of our
 * pages is how caches are poisoned and browsers led to a server behind their own wall (T41). From this machine one
 * comes by any of its names, and an installation without a public name has none to hold on to.
 */
export function ownNames({ publicUrl, hosts, cardFieldsUrl }: Config): (request: FastifyRequest) => boolean {
  const { hostname: own } = new URL(publicUrl);
  if (isLoopback(own)) return () => true;
  const fields = cardFieldsUrl === null ? [] : [new URL(cardFieldsUrl).hostname];
  const names = new Set([own, ...fields, ...hosts].map((name) => name.toLowerCase()));
  return ({ raw, url }) => {
    const named = nameIn(raw.headers.host ?? '');
    return names.has(named) || isLoopback(named) || named === '' || forMachines.includes(url);
  };
}

/** What the origin of the card fields serves: the fields, and the site's letters for them. */
const cardFieldsPaths = /^\/(?:dev\/)?card-fields(?:[/?]|$)|^\/build\//;

/**
 * Whether a request asks the origin of the card fields for anything else: a provider's script runs there, so nothing
 * of the site may be read from it.
 */
export function leavesCardFields({ cardFieldsUrl }: Config): (request: FastifyRequest) => boolean {
  if (cardFieldsUrl === null) return () => false;
  const { hostname } = new URL(cardFieldsUrl);
  return ({ raw, url }) =>
    nameIn(raw.headers.host ?? '') === hostname && !cardFieldsPaths.test(url) && !forMachines.includes(url);
}

/** Without the port; an IPv6 address without its brackets. */
function nameIn(host: string): string {
  return host
    .toLowerCase()
    .replace(/:\d{1,5}$/, '')
    .replace(/^\[|\]$/g, '');
}
