import type { ElementType, ReactElement, Ref } from 'react';
import { createContext, use } from 'react';

/** Returns the markup of a fragment: from the cache, or rendered by `make` and cached under this key. */
export type CacheMarkup = (key: string, make: () => ReactElement) => string;

/** Provided by the server's entry only; in the browser it is null and every fragment is ordinary React. */
export const MarkupCacheContext = createContext<CacheMarkup | null>(null);

interface CachedProps<T> {
  /** Names the kind of fragment; two kinds with the same props look different. */
  kind: string;
  /** The data of each fragment: plain JSON, which together with `kind` is the cache key. */
  parts: readonly T[];
  /** Renders one fragment. On the server it may depend on its data only: no session, no address, no `useId`. */
  children: (part: T, index: number) => ReactElement;
  as?: ElementType;
  ref?: Ref<HTMLDivElement>;
  id?: string;
  tabIndex?: number;
  className?: string;
  'aria-label'?: string;
}

/**
 * An element whose children the server writes from a cache: the same card on a thousand pages is rendered once. The
 * browser renders and hydrates them as usual, since the markup is React's own.
 */
export function Cached<T>({ kind, parts, children, as: Tag = 'div', ...host }: CachedProps<T>) {
  const cacheMarkup = use(MarkupCacheContext);
  if (!cacheMarkup) return <Tag {...host}>{parts.map(children)}</Tag>;
  const html = parts
    .map((part, index) => cacheMarkup(`${kind} ${JSON.stringify(part)}`, () => children(part, index)))
    .join('');
  return <Tag {...host} dangerouslySetInnerHTML={{ __html: html }} />;
}
