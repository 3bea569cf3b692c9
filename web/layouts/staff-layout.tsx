import { Menu as MenuIcon } from 'lucide-react';
import { useState } from 'react';
import type { MiddlewareFunction, ShouldRevalidateFunctionArgs } from 'react-router';
import { Link, Outlet, redirect, useLocation } from 'react-router';
import { getUserRole } from '#contract/accounts.ts';
import { listReviews } from '#contract/reviews.ts';
import { listStaffWithdrawals } from '#contract/withdrawals.ts';
import { isStaff } from '#domain/accounts.ts';
import { api, ApiError } from '#web/api.ts';
import { securityPath } from '#web/guard.ts';
import { cn } from '#web/ui/class-names.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Logo, LogoMark } from '#web/ui/logo.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import { aviso } from '#web/ui/toast.tsx';
import type { Route } from './+types/staff-layout';
import { AccountArea } from './account-menu.tsx';
import { NotificationRail } from './notification-rail.tsx';
import { RouteProgress } from './route-progress.tsx';
import { StaffNav, staffPlaces } from './staff-nav.tsx';

/**
 * Before entering any path of the dashboard the role is asked from the server again, never from memory. Whoever is
 * not staff, and any failure, goes home (specification §6). Moving within one path asks only once.
 */
export const clientMiddleware: MiddlewareFunction[] = [
  async ({ request }, next) => {
    const { pathname } = new URL(request.url);
    if (entered !== pathname || window.location.pathname !== pathname) {
      const role = await api(getUserRole).catch(() => null);
      if (!role || !isStaff(role.slug)) {
        aviso.erro('Acesso restrito', 'Esta área é só da equipe.');
        throw redirect('/');
      }
      entered = pathname;
    }
    return next();
  },
];
let entered: string | null = null;

/**
 * How much waits in each queue; a number that does not arrive is simply not shown. Staff whose role asks for a second
 * factor make one first and come back.
 */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const [reviews, withdrawals] = await Promise.all([
    orSecurity(request, api(listReviews)),
    orSecurity(request, api(listStaffWithdrawals, { query: {} })),
  ]);
  return { reviews: reviews?.total, withdrawals: withdrawals?.counts.pendentes };
}

async function orSecurity<T>(request: Request, count: Promise<T>): Promise<T | null> {
  return count.catch((error: unknown) => {
    const { pathname, search } = new URL(request.url);
    if (error instanceof ApiError && error.code === 'second_factor_required')
      throw redirect(securityPath(pathname + search));
    return null;
  });
}

/** Counters are fresh on every page of the dashboard, not on every row that is opened. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const sameAddress = currentUrl.href === nextUrl.href;
  return currentUrl.pathname !== nextUrl.pathname || (sameAddress && defaultShouldRevalidate);
}

/** Nothing of the dashboard is drawn before the role is known. */
export function HydrateFallback() {
  return (
    <main id="conteudo" className="flex min-h-dvh flex-col items-center justify-center gap-4">
      <LogoMark className="size-10" />
      <h1 className="text-ui text-ink-2">Abrindo o painel…</h1>
    </main>
  );
}

/** Frame of the dashboard: a dense bar on top, the areas at the left, the page at up to 1600 px. */
export default function StaffLayout({ loaderData }: Route.ComponentProps) {
  const { pathname, key } = useLocation();
  const [menuAt, setMenuAt] = useState<string | null>(null);
  // Final review has three columns of its own and needs the room.
  const narrow = pathname === '/dashboard/revisao';
  const here = staffPlaces.find(({ to }) => to === pathname)?.label ?? 'Painel';
  return (
    <div
      data-density="compact"
      className={cn(
        'min-h-dvh [--nav-height:56px] lg:grid',
        narrow
          ? 'lg:grid-cols-[68px_minmax(0,1fr)] 2xl:grid-cols-[248px_minmax(0,1fr)]'
          : 'lg:grid-cols-[248px_minmax(0,1fr)]',
      )}
    >
      <a
        href="#conteudo"
        className="sr-only z-skip-link rounded-md bg-ink text-ui font-semibold text-bg focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:inline-flex focus:h-11 focus:items-center focus:px-4"
      >
        Ir para o conteúdo
      </a>
      <RouteProgress />
      <aside className="sticky top-0 hidden h-dvh flex-col border-r border-border bg-surface lg:flex">
        <Link to="/" aria-label="praça: ir para o site" className="flex h-14 items-center px-5">
          <LogoMark className={cn('hidden', narrow && 'lg:max-2xl:block')} />
          <span className={cn(narrow && 'max-2xl:hidden')}>
            <Logo />
          </span>
        </Link>
        <StaffNav counts={loaderData} narrow={narrow} className="px-3 py-2" />
      </aside>
      <div className="flex min-w-0 flex-col">
        <header className="sticky top-0 z-nav flex h-14 items-center gap-2 border-b border-border bg-bg/96 px-3 md:px-6">
          <IconButton
            label="Abrir menu do painel"
            icon={<MenuIcon aria-hidden="true" />}
            tooltip={false}
            aria-expanded={menuAt === key}
            onClick={() => setMenuAt(key)}
            className="size-11 lg:hidden"
          />
          <p className="min-w-0 flex-1 truncate text-sm text-ink-3">
            <span className="max-md:sr-only">Painel › </span>
            <span className="text-ink-2 max-md:text-ui max-md:font-semibold max-md:text-ink">{here}</span>
          </p>
          <AccountArea />
        </header>
        <main id="conteudo" tabIndex={-1} className="mx-auto w-full max-w-dashboard flex-1">
          <Outlet />
        </main>
      </div>
      <Sheet
        side="left"
        title="Painel"
        open={menuAt === key}
        onOpenChange={(open) => setMenuAt(open ? key : null)}
      >
        <StaffNav counts={loaderData} />
        <div className="mt-4 border-t border-border pt-2">
          <Link to="/" className="flex min-h-12 items-center text-body font-medium text-ink">
            Ir para o site
          </Link>
          <Link to="/sair" className="flex min-h-12 items-center text-body font-medium text-ink">
            Sair
          </Link>
        </div>
      </Sheet>
      <NotificationRail />
    </div>
  );
}
