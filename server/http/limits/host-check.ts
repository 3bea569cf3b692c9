import type { FastifyRequest } from 'fastify';
import { isLoopback } from '#server/config/loopback.ts';
import type { Config } from '#server/config/config.ts';

/** Paths for monitoring, which may use any host name. */
const monitoringPaths = ['/healthz', '/readyz'];

/**
 * Whether a request names a host of this site: that of `PUBLIC_URL`, of `CARD_FIELDS_URL` or one of `HOSTS`. Other
 * names allow cache poisoning and DNS rebinding (T41). Requests from this machine may use any of its names, and an
 * installation without a public name accepts all.
 */
export function createHostCheck({
  publicUrl,
  hosts,
  cardFieldsUrl,
}: Config): (request: FastifyRequest) => boolean {
  const { hostname: own } = new URL(publicUrl);
  if (isLoopback(own)) return () => true;
  const fields = cardFieldsUrl === null ? [] : [new URL(cardFieldsUrl).hostname];
  const names = new Set([own, ...fields, ...hosts].map((name) => name.toLowerCase()));
  return ({ raw, url }) => {
    const named = hostnameOf(raw.headers.host ?? '');
    return names.has(named) || isLoopback(named) || named === '' || monitoringPaths.includes(url);
  };
}

/** The paths that the origin of the card fields serves: the fields, and the site's font for them. */
const cardFieldsPaths = /^\/(?:dev\/)?card-fields(?:[/?]|$)|^\/build\//;

/**
 * Whether a request asks the origin of the card fields for anything else: a provider's script runs there, so it must
 * not be able to read the site.
 */
export function createCardOriginCheck({ cardFieldsUrl }: Config): (request: FastifyRequest) => boolean {
  if (cardFieldsUrl === null) return () => false;
  const { hostname } = new URL(cardFieldsUrl);
  return ({ raw, url }) =>
    hostnameOf(raw.headers.host ?? '') === hostname &&
    !cardFieldsPaths.test(url) &&
    !monitoringPaths.includes(url);
}

/** Without the port, and for an IPv6 address without its brackets. */
function hostnameOf(host: string): string {
  return host
    .toLowerCase()
    .replace(/:\d{1,5}$/, '')
    .replace(/^\[|\]$/g, '');
}
