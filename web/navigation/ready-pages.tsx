import { useEffect, useState } from 'react';
import { matchRoutes, PrefetchPageLinks } from 'react-router';
import { maxReads, readMany } from '#contract/reads.ts';
import { api } from '#web/api/api.ts';
import type { EarlyHandle } from '#web/api/reads/early-reads.ts';
import { forgetEarlyReads, hasReadsAhead, keepReadsAhead } from '#web/api/reads/early-reads.ts';
import { onStaffUpdate, onUpdate } from '#web/live/update-events.ts';

/** The pages that show a member's own data. */
const ownPages = /^\/(conta|pedido|dashboard)(\/|$)/;
/** A pointer that only crosses a link asks for nothing. */
const dwellMs = 80;
const apiRoot = '/api/v1';

/** For members: reads the page of a link that they point at, touch or focus, before they press it. */
export function ReadyPages() {
  const page = usePointedPage();
  useEffect(() => onUpdate(forgetEarlyReads), []);
  useEffect(() => onStaffUpdate(forgetEarlyReads), []);
  return page && <PrefetchPageLinks page={page} />;
}

/** The address of the own page that the person points at, whose data is read meanwhile. */
function usePointedPage(): string | null {
  const [page, setPage] = useState<string | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const prepare = (address: string) => {
      setPage(address);
      void readAhead(address);
    };
    const onPress = (event: Event) => {
      const address = addressOf(event.target);
      if (address) prepare(address);
    };
    const onPoint = (event: Event) => {
      clearTimeout(timer);
      const address = addressOf(event.target);
      if (address) timer = setTimeout(() => prepare(address), dwellMs);
    };
    const listeners = { pointerdown: onPress, pointerover: onPoint, focusin: onPoint };
    for (const [type, listener] of Object.entries(listeners)) document.addEventListener(type, listener);
    return () => {
      clearTimeout(timer);
      for (const [type, listener] of Object.entries(listeners)) document.removeEventListener(type, listener);
    };
  }, []);
  return page;
}

/** Path and query of the own page to which the link around this element leads, unless it is the present one. */
function addressOf(target: EventTarget | null): string | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || link.target !== '' || link.origin !== location.origin || !ownPages.test(link.pathname))
    return null;
  const address = link.pathname + link.search;
  return address === location.pathname + location.search ? null : address;
}

interface RouterGlobals {
  __reactRouterDataRouter?: { routes: Parameters<typeof matchRoutes>[0] };
  __reactRouterManifest?: { routes: Record<string, { module: string } | undefined> };
}

/** Sends the reads that the page's loaders make first. */
async function readAhead(address: string): Promise<void> {
  if (hasReadsAhead(address) || !navigator.onLine) return;
  const { __reactRouterDataRouter: router, __reactRouterManifest: manifest } = window as RouterGlobals;
  const { pathname, searchParams: search } = new URL(address, location.origin);
  const matches = matchRoutes(router?.routes ?? [], pathname) ?? [];
  const reads = await Promise.all(
    matches.map(async ({ route, params }) => {
      const file = manifest?.routes[route.id!]?.module;
      if (!file) return [];
      const { handle } = (await import(/* @vite-ignore */ file)) as { handle?: EarlyHandle };
      return handle?.reads?.({ params, search }) ?? [];
    }),
  ).catch(() => []);
  const urls = reads.flat().slice(0, maxReads);
  if (urls.length === 0 || hasReadsAhead(address)) return;
  const answer = api(readMany, { query: { path: urls.map((url) => url.slice(apiRoot.length)) } });
  keepReadsAhead(
    address,
    urls,
    answer.then(
      ({ items }) => items,
      () => null,
    ),
  );
}
