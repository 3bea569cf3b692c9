import { useEffect, useRef } from 'react';
import { NavLink, Outlet, useLocation } from 'react-router';
import { cn } from '#web/ui/styles/class-names.ts';
import { accountPlaces, accountSettings } from './account-links.ts';

/**
 * The account's navigation at the left, a row on phones, and the page beside it. It loads no data, so that it can show a
 * page's skeleton at once; each page checks the session itself.
 */
export default function AccountLayout() {
  const { pathname } = useLocation();
  const row = useRef<HTMLUListElement>(null);
  // On phones the row scrolls, so the current link is scrolled into view.
  useEffect(() => {
    const here = row.current?.querySelector<HTMLElement>(`a[href="${pathname}"]`);
    if (here && row.current)
      row.current.scrollLeft = here.offsetLeft - (row.current.clientWidth - here.offsetWidth) / 2;
  }, [pathname]);
  return (
    <div className="mx-auto grid w-full max-w-page grid-cols-1 page-gutter pt-2 lg:grid-cols-[232px_minmax(0,1fr)] lg:gap-10 lg:pt-10">
      <nav aria-label="Sua conta" className="-mx-4 md:-mx-6 lg:mx-0">
        <ul
          ref={row}
          className="relative flex scroll-row gap-1 border-b border-border px-4 md:px-6 lg:sticky lg:top-26 lg:flex-col lg:border-0 lg:px-0"
        >
          {[...accountPlaces, ...accountSettings].map(([to, label], index) => (
            <li
              key={to}
              className={cn(
                'shrink-0',
                index === accountPlaces.length && 'lg:mt-2 lg:border-t lg:border-border lg:pt-2',
              )}
            >
              <NavLink
                to={to}
                end
                className={({ isActive }) =>
                  cn(
                    'relative flex min-h-11 items-center px-3 text-ui -outline-offset-2 lg:rounded-md',
                    isActive
                      ? 'font-semibold text-ink after:absolute after:inset-x-3 after:bottom-0 after:h-0.5 after:bg-brand forced-colors:after:bg-[Highlight] lg:bg-brand-soft lg:text-on-brand-soft lg:after:hidden'
                      : 'text-ink-2 hover:text-ink lg:hover:bg-surface-2',
                  )
                }
              >
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="min-w-0 pt-6 lg:pt-0">
        <Outlet />
      </div>
    </div>
  );
}
