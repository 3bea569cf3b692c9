/** Whether the address is reachable from this machine only. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '');
  return name === 'localhost' || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name);
}

/** The address as a URL; an IPv6 address goes in brackets. */
export function localUrl(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Whether the site serves this machine only: the address it listens on, its public URL and its other host names. */
export function isLocal(config: { host: string; publicUrl: string; hosts: readonly string[] }): boolean {
  return [config.host, new URL(config.publicUrl).hostname, ...config.hosts].every(isLoopback);
}
