import { ChevronLeft, ChevronRight } from '#web/ui/icons/icons.tsx';
import { Slot } from 'radix-ui';
import type { ReactElement } from 'react';
import { cn } from '#web/ui/styles/class-names.ts';

export interface BreadcrumbProps {
  /** Link elements from the top down: `<Link to="/categorias">Categorias</Link>`. */
  links: readonly ReactElement[];
  /** The page itself, not a link. */
  current: string;
  className?: string;
}

/** The path to the current page; on phones only «‹ Parent». */
export function Breadcrumb({ links, current, className }: BreadcrumbProps) {
  return (
    <nav aria-label="Você está em" data-slot="breadcrumb" className={cn('text-sm', className)}>
      <ol className="-my-2 flex min-w-0 flex-wrap items-center gap-x-1">
        {links.map((link, index) => (
          <li
            key={index}
            className={cn('flex min-w-0 items-center gap-1', index < links.length - 1 && 'max-md:hidden')}
          >
            <ChevronLeft aria-hidden="true" className="size-4 text-ink-3 md:hidden" />
            <Slot.Root className="inline-flex min-h-11 items-center rounded-xs text-ink-2 underline-offset-4 hover:text-ink hover:underline">
              {link}
            </Slot.Root>
            <ChevronRight aria-hidden="true" className="size-4 text-ink-3 max-md:hidden" />
          </li>
        ))}
        <li className="truncate text-ink-3 max-md:sr-only">
          <span aria-current="page">{current}</span>
        </li>
      </ol>
    </nav>
  );
}
