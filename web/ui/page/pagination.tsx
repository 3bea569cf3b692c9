import { ChevronLeft, ChevronRight } from '#web/ui/icons/icons.tsx';
import { Slot } from 'radix-ui';
import type { ReactElement } from 'react';
import { cn } from '#web/ui/styles/class-names.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatNumber } from '#web/ui/data/formats.ts';

export interface PaginationProps {
  page: number;
  pages: number;
  /** An empty link element to a page: `(page) => <Link to={…} />`, or a button when pages have no URL. */
  linkTo: (page: number) => ReactElement;
  className?: string;
}

const cell =
  'flex size-11 items-center justify-center rounded-md text-ui tabular-nums text-ink-2 hover:bg-surface-2 aria-[current=page]:bg-brand-soft aria-[current=page]:font-semibold aria-[current=page]:text-on-brand-soft';

/** « 1 2 … 9 », for account and dashboard lists. Renders nothing for a single page. */
export function Pagination({ page, pages, linkTo, className }: PaginationProps) {
  if (pages <= 1) return null;
  return (
    <nav aria-label="Paginação" data-slot="pagination" className={className}>
      <ul className="flex flex-wrap items-center gap-1">
        <Step
          link={page > 1 ? linkTo(page - 1) : null}
          label="Página anterior"
          icon={<ChevronLeft aria-hidden="true" />}
        />
        <li className="px-2 text-ui text-ink-2 tabular-nums sm:hidden">{`Página ${formatNumber(page)} de ${formatNumber(pages)}`}</li>
        {visiblePages(page, pages).map((number, index) => (
          <li key={number ?? `gap-${index}`} className="max-sm:hidden">
            {number === null ? (
              <span aria-hidden="true" className="flex w-6 justify-center text-ink-3">
                …
              </span>
            ) : (
              <Slot.Root
                className={cell}
                aria-label={`Página ${number}`}
                aria-current={number === page ? 'page' : undefined}
              >
                <Slot.Slottable child={linkTo(number)}>{() => formatNumber(number)}</Slot.Slottable>
              </Slot.Root>
            )}
          </li>
        ))}
        <Step
          link={page < pages ? linkTo(page + 1) : null}
          label="Próxima página"
          icon={<ChevronRight aria-hidden="true" />}
        />
      </ul>
    </nav>
  );
}

function Step({ link, label, icon }: { link: ReactElement | null; label: string; icon: ReactElement }) {
  return (
    <li>
      {link ? (
        <Slot.Root className={cell} aria-label={label}>
          <Slot.Slottable child={link}>{() => icon}</Slot.Slottable>
        </Slot.Root>
      ) : (
        <span aria-hidden="true" className={cn(cell, 'pointer-events-none opacity-40')}>
          {icon}
        </span>
      )}
    </li>
  );
}

/** First, last and the neighbours of the current page; `null` is a gap. */
function visiblePages(page: number, pages: number): (number | null)[] {
  const visible = [1, page - 1, page, page + 1, pages].filter((one) => one >= 1 && one <= pages);
  const sorted = [...new Set(visible)].toSorted((a, b) => a - b);
  return sorted.flatMap((one, index) => {
    const gap = one - (sorted[index - 1] ?? 0);
    if (gap === 2) return [one - 1, one];
    return gap > 2 ? [null, one] : [one];
  });
}

export interface LoadMoreProps {
  shown: number;
  total: number;
  loading?: boolean;
  /** The caller moves focus to the first new card. */
  onLoadMore: () => void;
}

/** «Carregar mais (24 de 312)», for public lists: the footer stays reachable. */
export function LoadMore({ shown, total, loading, onLoadMore }: LoadMoreProps) {
  if (shown >= total) return null;
  return (
    <div data-slot="load-more" className="flex justify-center py-4">
      <Button variant="secondary" loading={loading} onClick={onLoadMore}>
        {`Carregar mais (${formatNumber(shown)} de ${formatNumber(total)})`}
      </Button>
    </div>
  );
}
