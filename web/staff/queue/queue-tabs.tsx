import { Link } from 'react-router';
import { TabLinks } from '#web/ui/page/tabs.tsx';

export interface QueueTab<T extends string> {
  slug: T;
  label: string;
}

export interface QueueTabsProps<T extends string> {
  'aria-label': string;
  /** The first tab is the one with pending work: its address has no `aba`. */
  tabs: readonly QueueTab<T>[];
  current: T;
  /** Counts that failed to load are omitted. */
  counts: Readonly<Record<T, number | undefined>>;
}

/** The server counts up to this limit (`tabCountLimit`). */
export const countLimit = 1_000;

/** The states of a queue as links with counts. */
export function QueueTabs<T extends string>({ tabs, current, counts, ...props }: QueueTabsProps<T>) {
  return (
    <TabLinks
      aria-label={props['aria-label']}
      links={tabs.map(({ slug, label }, index) => ({
        label,
        count: (counts[slug] ?? 0) < countLimit ? counts[slug] : `${countLimit - 1}+`,
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

/** The tab named by the address; the first one if unknown. */
export function tabOf<T extends string>(tabs: readonly QueueTab<T>[], slug: string | null): T {
  return (tabs.find((tab) => tab.slug === slug) ?? tabs[0]!).slug;
}
