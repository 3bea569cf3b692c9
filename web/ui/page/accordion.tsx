import { ChevronDown } from '#web/ui/icons/icons.tsx';
import type { ReactNode } from 'react';
import { cn } from '#web/ui/styles/class-names.ts';

export interface AccordionProps {
  /** `id` makes the item addressable: `/perguntas-frequentes#prazo` opens it. */
  items: readonly { id: string; title: string; content: ReactNode; open?: boolean }[];
  level?: 2 | 3 | 4;
  className?: string;
}

/**
 * An accordion of native `details` elements: it works without scripts, and the browser opens items for `#id` and
 * find-in-page, unlike a scripted accordion.
 */
export function Accordion({ items, level = 3, className }: AccordionProps) {
  const Heading = `h${level}` as const;
  return (
    <div data-slot="accordion" className={cn('divide-y divide-border border-y border-border', className)}>
      {items.map((item) => (
        <details key={item.id} open={item.open} className="group/item">
          <summary className="flex min-h-14 list-none items-center justify-between gap-4 rounded-sm py-3.5 [&::-webkit-details-marker]:hidden">
            <Heading className="text-h3">{item.title}</Heading>
            <ChevronDown
              aria-hidden="true"
              className="text-ink-3 transition-transform duration-hover group-open/item:rotate-180"
            />
          </summary>
          <div id={item.id} className="max-w-measure scroll-mt-36 pb-5 text-body text-ink-2">
            {item.content}
          </div>
        </details>
      ))}
    </div>
  );
}
