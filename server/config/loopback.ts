/** Whether only this machine can reach the address. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '');
  return name === 'localhost' || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name);
}

/** The address as a URL; an IPv6 one goes in brackets. */
export function localUrl(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Whether the site is for this machine alone: where it listens, where links lead and each name it answers to. */
export function isLocal(config: { host: string; publicUrl: string; hosts: readonly string[] }): boolean {
  return [config.host, new URL(config.publicUrl).hostname, ...config.hosts].every(isLoopback);
}
