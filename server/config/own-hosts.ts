import type { Config } from './config.ts';

/** The host names of the marketplace itself: a link to one of them does not lead away. */
export function ownHosts({ publicUrl, hosts }: Pick<Config, 'publicUrl' | 'hosts'>): string[] {
  return [new URL(publicUrl).hostname, ...hosts].map((name) => name.toLowerCase());
}
