import { Link } from 'react-router';
import { TabLinks } from '#web/ui/page/tabs.tsx';

export interface QueueTab<T extends string> {
  slug: T;
  label: string;
}

export interface QueueTabsProps<T extends string> {
  'aria-label': string;
  /** The first one is where the work waits: its address has no `aba`. */
  tabs: readonly QueueTab<T>[];
  current: T;
  /** A number that did not load is left out. */
  counts: Readonly<Record<T, number | undefined>>;
}

/** The server counts up to here (`tabCountLimit`). */
export const manyFrom = 1_000;

/** The states of a queue, each an address with its count. */
export function QueueTabs<T extends string>({ tabs, current, counts, ...props }: QueueTabsProps<T>) {
  return (
    <TabLinks
      aria-label={props['aria-label']}
      links={tabs.map(({ slug, label }, index) => ({
        label,
        count: (counts[slug] ?? 0) < manyFrom ? counts[slug] : `${manyFrom - 1}+`,
        link: (
          <Link
            to={index === 0 ? '?' : `?aba=${slug}`}
            aria-current={slug === current ? 'page' : undefined}
          />
        ),
      }))}
    />
  );
}

/** The tab an address names; one that does not exist is the first. */
export function tabOf<T extends string>(tabs: readonly QueueTab<T>[], slug: string | null): T {
  return (tabs.find((tab) => tab.slug === slug) ?? tabs[0]!).slug;
}
