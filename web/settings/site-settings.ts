import { useRouteLoaderData } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import type { getPublicSettings } from '#contract/listings/catalogue.ts';

export type SiteSettings = Reply<typeof getPublicSettings>;

/** The public settings that the site layout loaded; null when they did not load. */
export function useSettings(): SiteSettings | null {
  const loaded = useRouteLoaderData('layouts/site-layout') as { settings: SiteSettings | null } | undefined;
  return loaded?.settings ?? null;
}
