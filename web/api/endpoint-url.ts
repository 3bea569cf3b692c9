import type { Endpoint } from '#contract/endpoint.ts';

/** The address of a call, as the browser asks for it. */
export function endpointUrl(endpoint: Endpoint, params?: unknown, query?: unknown): string {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  return `/api/v1${path}${search.size > 0 ? `?${search}` : ''}`;
}
