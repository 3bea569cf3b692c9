import type { Endpoint } from '#contract/endpoint.ts';

/** The address of a call, as the browser asks for it. */
export function endpointUrl(endpoint: Endpoint, params?: unknown, query?: unknown): string {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>)) {
    for (const each of Array.isArray(value) ? (value as unknown[]) : [value])
      if (each !== undefined && each !== null && each !== '') search.append(name, String(each));
  }
  return `/api/v1${path}${search.size > 0 ? `?${search}` : ''}`;
}
