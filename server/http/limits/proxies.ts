import { BlockList, isIP, isIPv6 } from 'node:net';
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { fault } from '#db/fault.ts';
import { isLoopback } from '#server/config/loopback.ts';
import type { Config } from '#server/config/config.ts';
import type { Log } from '#server/log.ts';
import { isPrivateNetwork, plainAddress } from './networks.ts';

/** Whether the address at this number of hops is a proxy that may report its caller's address. */
export type TrustsProxy = (address: string, hop: number) => boolean;

const namedRanges: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/**
 * The proxies of `TRUST_PROXY`: a number of hops, or addresses and networks separated by commas.
 * @throws a fault for anything else
 */
export function trustedProxies(setting: Config['trustProxy']): TrustsProxy {
  if (typeof setting === 'boolean') return () => setting;
  if (typeof setting === 'number') return (_address, hop) => hop < setting;
  const list = new BlockList();
  for (const said of setting.split(',').map((each) => each.trim()))
    for (const range of namedRanges[said] ?? [said]) addRange(list, range);
  return (address) => {
    const plain = plainAddress(address);
    return plain !== null && list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
  };
}

function addRange(list: BlockList, range: string): void {
  const [address = '', bits] = range.split('/', 2);
  const family = isIPv6(address) ? 'ipv6' : 'ipv4';
  const most = family === 'ipv6' ? 128 : 32;
  const prefix = bits === undefined ? most : Number(bits);
  if (!isIP(address) || !Number.isInteger(prefix) || prefix < 0 || prefix > most)
    throw fault(`TRUST_PROXY: ${range} não é um endereço, uma rede (10.0.0.0/8) nem um número de proxies.`);
  list.addSubnet(address, prefix, family);
}

/** The visitor's address of a raw request, determined in the same way as Fastify's `request.ip`. */
export function visitorOf(request: IncomingMessage, trusts: TrustsProxy): string {
  const said = request.headers['x-forwarded-for'];
  const forwarded = (Array.isArray(said) ? said.join(',') : (said ?? '')).split(',').toReversed();
  const hops = [request.socket.remoteAddress ?? '', ...forwarded.map((each) => each.trim()).filter(Boolean)];
  const first = hops.findIndex((address, hop) => hop === hops.length - 1 || !trusts(address, hop));
  return hops[first]!;
}

/** Private addresses at which this process has detected a proxy that is missing in `TRUST_PROXY`. */
const unnamedProxies = new Set<string>();
const maxUnnamed = 1_000;

/** Whether many visitors share this address, because an unconfigured proxy is in front of them. */
export function isUnnamedProxy(ip: string): boolean {
  return unnamedProxies.has(ip);
}

/**
 * Detects an unconfigured proxy: a request from this machine or its private network that was forwarded or names the
 * public host. Its forwarded address is not trusted, because anyone can forge it; the operator gets one warning.
 */
export function watchForProxies({
  config,
  log,
}: {
  config: Config;
  log: Log;
}): (request: FastifyRequest) => void {
  const { hostname } = new URL(config.publicUrl);
  const publicName = isLoopback(hostname) ? null : hostname.toLowerCase();
  let warned = false;
  return ({ ip, headers, hostname: asked }) => {
    if (unnamedProxies.has(ip) || unnamedProxies.size >= maxUnnamed || !isPrivateNetwork(ip)) return;
    const forwarded = [headers['x-forwarded-for'], headers.forwarded, headers['x-real-ip'], headers.via];
    // A trusted proxy's visitor address was removed from this header, so what remains says nothing.
    const isForwarded = config.trustProxy === false && forwarded.some((header) => header !== undefined);
    if (!isForwarded && (config.trustProxy !== false || asked.toLowerCase() !== publicName)) return;
    unnamedProxies.add(ip);
    if (warned) return;
    warned = true;
    log.warn({ proxy: ip }, "requests come through a proxy that TRUST_PROXY doesn't name");
  };
}
