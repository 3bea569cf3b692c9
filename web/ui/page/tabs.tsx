import { Slot, Tabs as RadixTabs } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { cn } from '#web/ui/styles/class-names.ts';
import { formatNumber } from '#web/ui/data/formats.ts';
import { showCurrent } from './show-current.ts';

const listStyles = 'scroll-row flex gap-1 border-b border-border max-md:fade-end';
const tabStyles =
  'relative flex min-h-11 shrink-0 items-center gap-2 rounded-t-sm px-3 text-ui text-ink-2 hover:text-ink focus-visible:outline-offset-[-2px] ' +
  'after:absolute after:right-3 after:bottom-0 after:left-3 after:h-0.5 after:rounded-full ' +
  'data-[state=active]:font-semibold data-[state=active]:text-ink data-[state=active]:after:bg-brand ' +
  'forced-colors:data-[state=active]:after:bg-[Highlight] forced-colors:aria-[current=page]:after:bg-[Highlight] ' +
  'first-of-type:[&[role=tab]]:pl-0 first-of-type:[&[role=tab]]:after:left-0 [li:first-child>&]:pl-0 [li:first-child>&]:after:left-0 ' +
  'aria-[current=page]:font-semibold aria-[current=page]:text-ink aria-[current=page]:after:bg-brand';

export interface TabsProps {
  tabs: readonly { value: string; label: string; count?: number; content: ReactNode }[];
  value?: string;
  defaultValue?: string;
  onValueChange?: (value: string) => void;
  'aria-label': string;
  className?: string;
}

/** Parts of one page; arrows move between the tabs. */
export function Tabs({ tabs, defaultValue, className, 'aria-label': label, ...props }: TabsProps) {
  return (
    <RadixTabs.Root
      {...props}
      defaultValue={defaultValue ?? tabs[0]?.value}
      data-slot="tabs"
      className={className}
    >
      <RadixTabs.List aria-label={label} className={listStyles}>
        {tabs.map((tab) => (
          <RadixTabs.Trigger key={tab.value} value={tab.value} className={tabStyles}>
            {tab.label}
            <CountPill count={tab.count} />
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {tabs.map((tab) => (
        <RadixTabs.Content key={tab.value} value={tab.value} className="rounded-sm pt-5">
          {tab.content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  );
}

export interface TabLinksProps {
  /** Link elements; the current one carries `aria-current="page"` (a NavLink does). */
  links: readonly { link: ReactElement; count?: number | string; label: string }[];
  'aria-label': string;
  className?: string;
}

/** Links that look like tabs: each tab has a URL. */
export function TabLinks({ links, 'aria-label': label, className }: TabLinksProps) {
  return (
    <nav aria-label={label} data-slot="tab-links" className={className}>
      <ul ref={showCurrent} className={listStyles}>
        {links.map(({ link, label: text, count }) => (
          <li key={text} className="shrink-0">
            <Slot.Root className={tabStyles}>
              <Slot.Slottable child={link}>
                {() => (
                  <>
                    {text}
                    <CountPill count={count} />
                  </>
                )}
              </Slot.Slottable>
            </Slot.Root>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function CountPill({ count }: { count?: number | string }) {
  if (count === undefined) return null;
  return (
    <span
      className={cn('min-w-5 rounded-full bg-surface-3 px-1.5 text-center text-xs text-ink-2 tabular-nums')}
    >
      {typeof count === 'number' ? formatNumber(count) : count}
    </span>
  );
}
