import type { ElementType, ReactElement, Ref } from 'react';
import { createContext, use } from 'react';

/** The markup of a part: from memory, or rendered once by `make` and kept under this key. */
export type Keep = (key: string, make: () => ReactElement) => string;

/** Given by the server's entry alone; in the browser there is none and every part is ordinary React. */
export const KeepContext = createContext<Keep | null>(null);

interface KeptProps<T> {
  /** Names the sort of part; two sorts with the same facts look different. */
  kind: string;
  /** The facts of each part: plain data, which together with `kind` is the key. */
  parts: readonly T[];
  /** One part. On the server it may depend on nothing but its facts: no session, no address, no `useId`. */
  children: (part: T, index: number) => ReactElement;
  as?: ElementType;
  ref?: Ref<HTMLDivElement>;
  id?: string;
  tabIndex?: number;
  className?: string;
  'aria-label'?: string;
}

/**
 * An element whose parts the server writes from memory: the same card on a thousand pages is rendered once. The
 * browser renders and hydrates them as always, since the markup is React's own.
 */
export function Kept<T>({ kind, parts, children, as: Tag = 'div', ...host }: KeptProps<T>) {
  const keep = use(KeepContext);
  if (!keep) return <Tag {...host}>{parts.map(children)}</Tag>;
  const html = parts
    .map((part, index) => keep(`${kind} ${JSON.stringify(part)}`, () => children(part, index)))
    .join('');
  return <Tag {...host} dangerouslySetInnerHTML={{ __html: html }} />;
}
