import { isPrivateNetwork, networkOf, widerNetworkOf } from './networks.ts';

/** How many times the limit the surrounding network has. */
export const widerFactor = 4;

/** Releases the reserved place; to be called once. */
export type Release = () => void;

export interface OpenLimit {
  /** Reserves a place for a caller; null when its network has reached the limit. */
  take(ip: string): Release | null;
}

/**
 * Counts simultaneously open things in the memory of this process, by the caller's network and the surrounding one
 * (T40, T100). This machine and its private network have no limit, because an unconfigured proxy there serves every
 * visitor.
 * @param maxPerNetwork the limit of one network; read each time, because it is a setting
 */
export function createOpenLimit(maxPerNetwork: () => number): OpenLimit {
  const open = new Map<string, number>();

  function isFull(network: string, limit: number): boolean {
    return (open.get(network) ?? 0) >= limit;
  }

  function add(network: string, change: 1 | -1): void {
    const left = (open.get(network) ?? 0) + change;
    if (left > 0) open.set(network, left);
    else open.delete(network);
  }

  function take(ip: string): Release | null {
    if (isPrivateNetwork(ip)) return () => undefined;
    const limit = maxPerNetwork();
    const networks = [networkOf(ip), widerNetworkOf(ip)].filter((network) => network !== null);
    if (networks.some((network, place) => isFull(network, place === 0 ? limit : limit * widerFactor)))
      return null;
    for (const network of networks) add(network, 1);
    return () => {
      for (const network of networks) add(network, -1);
    };
  }

  return { take };
}
