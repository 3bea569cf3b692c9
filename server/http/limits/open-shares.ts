import { isHouse, networkOf, widerNetworkOf } from './networks.ts';

/** How many of the things that are open at once the network around has: four customers' worth, or four addresses'. */
export const widerShare = 4;

/** Gives a place back; to be called once. */
export type Release = () => void;

export interface OpenShares {
  /** A place for a caller from here, or null when the network has all of its share. */
  take(ip: string): Release | null;
}

/**
 * Counts what is open at the same time, in the memory of this process, by the network of the caller and by the one
 * around it (T40, T100). The own machine and network have no share: a proxy that was not named stands there for everybody.
 * @param most for one network; asked each time, since it is a setting
 */
export function createOpenShares(most: () => number): OpenShares {
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
    if (isHouse(ip)) return () => undefined;
    const limit = most();
    const networks = [networkOf(ip), widerNetworkOf(ip)].filter((network) => network !== null);
    if (networks.some((network, place) => isFull(network, place === 0 ? limit : limit * widerShare)))
      return null;
    for (const network of networks) add(network, 1);
    return () => {
      for (const network of networks) add(network, -1);
    };
  }

  return { take };
}
