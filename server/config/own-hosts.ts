import type { Config } from './config.ts';

/** The host names people reach the marketplace by: a link to it leads nobody away. */
export function ownHosts({ publicUrl, hosts }: Pick<Config, 'publicUrl' | 'hosts'>): string[] {
  return [new URL(publicUrl).hostname, ...hosts].map((name) => name.toLowerCase());
}
