import { Banknote, ClipboardCheck, LayoutDashboard } from 'lucide-react';
import { NavLink } from 'react-router';
import { cn } from '#web/ui/class-names.ts';
import { formatCount, formatNumber } from '#web/ui/formats.ts';

export interface StaffCounts {
  reviews: number | undefined;
  withdrawals: number | undefined;
}

/** The areas of the dashboard that exist, in the order of the work. */
export const staffPlaces = [
  { to: '/dashboard', label: 'Visão geral', icon: LayoutDashboard, counts: null },
  { to: '/dashboard/revisao', label: 'Revisão', icon: ClipboardCheck, counts: 'reviews' },
  { to: '/dashboard/saques', label: 'Saques', icon: Banknote, counts: 'withdrawals' },
] as const;

/** Links to the areas, each queue with what waits in it. */
export function StaffNav({
  counts,
  narrow = false,
  className,
}: {
  counts: StaffCounts;
  /** Icons only until the screen is wide: for pages with columns of their own. */
  narrow?: boolean;
  className?: string;
}) {
  const words = narrow && 'max-2xl:sr-only';
  return (
    <nav aria-label="Painel" className={className}>
      <ul className="flex flex-col gap-0.5">
        {staffPlaces.map(({ to, label, icon: Icon, counts: queue }, index) => (
          <li key={to}>
            {index === 1 && (
              <p className={cn('px-3 pt-4 pb-1 text-xs font-semibold text-ink-3', words)}>Filas</p>
            )}
            <NavLink
              to={to}
              end
              className={({ isActive }) =>
                cn(
                  'relative flex min-h-11 items-center gap-3 rounded-md px-3 text-ui -outline-offset-2',
                  isActive
                    ? 'bg-brand-soft font-semibold text-on-brand-soft'
                    : 'text-ink-2 hover:bg-surface-2 hover:text-ink',
                )
              }
            >
              <Icon aria-hidden="true" />
              <span className={cn('flex-1', words)}>{label}</span>
              {queue && <Count count={counts[queue]} narrow={narrow} />}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Count({ count, narrow }: { count: number | undefined; narrow: boolean }) {
  if (!count) return null;
  return (
    <span
      className={cn(
        'min-w-6 rounded-full bg-surface-3 px-1.5 text-center text-xs text-ink-2 tabular-nums',
        narrow && 'max-2xl:absolute max-2xl:top-0.5 max-2xl:right-0 max-2xl:min-w-5 max-2xl:px-1',
      )}
    >
      <span className="sr-only">{formatCount(count, 'item na fila', 'itens na fila')}</span>
      <span aria-hidden="true">{formatNumber(count)}</span>
    </span>
  );
}
