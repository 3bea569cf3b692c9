import { NavLink } from 'react-router';
import { areaGroups, staffAreas } from './areas.ts';
import type { StaffArea } from './areas.ts';
import type { Queues } from '#web/staff/queue/use-queues.ts';
import { cn } from '#web/ui/styles/class-names.ts';
import { formatCount, formatNumber } from '#web/ui/data/formats.ts';

/** Links to the areas by group, each queue with its count. */
export function StaffNav({
  queues,
  collapsed = false,
  className,
}: {
  queues: Queues;
  /** Icons only. */
  collapsed?: boolean;
  className?: string;
}) {
  return (
    <nav aria-label="Painel" className={className}>
      {areaGroups.map((group) => {
        const areas = staffAreas.filter((area) => area.group === group);
        if (areas.length === 0) return null;
        return (
          <div key={group}>
            {group && (
              <p className={cn('px-3 pt-4 pb-1 text-xs font-semibold text-ink-3', collapsed && 'sr-only')}>
                {group}
              </p>
            )}
            {group && collapsed && <hr className="mx-2 my-2 border-border" />}
            <ul className="flex flex-col gap-0.5">
              {areas.map((area) => (
                <li key={area.path}>
                  <AreaLink
                    area={area}
                    count={area.queue && queues[area.queue]?.count}
                    collapsed={collapsed}
                  />
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}

function AreaLink({
  area,
  count,
  collapsed,
}: {
  area: StaffArea;
  count: number | undefined;
  collapsed: boolean;
}) {
  const { path, label, icon: Icon } = area;
  return (
    <NavLink
      to={path}
      end={path === '/dashboard'}
      title={collapsed ? label : undefined}
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
      <span className={cn('min-w-0 flex-1', collapsed && 'sr-only')}>{label}</span>
      <Count count={count} collapsed={collapsed} />
    </NavLink>
  );
}

function Count({ count, collapsed }: { count: number | undefined; collapsed: boolean }) {
  if (!count) return null;
  return (
    <span
      className={cn(
        'min-w-6 shrink-0 rounded-full whitespace-nowrap bg-surface-3 px-1.5 text-center text-xs text-ink-2 tabular-nums',
        collapsed && 'absolute top-0.5 right-0 min-w-5 px-1',
      )}
    >
      <span className="sr-only">{formatCount(count, 'item na fila', 'itens na fila')}</span>
      <span aria-hidden="true">{formatNumber(count)}</span>
    </span>
  );
}
