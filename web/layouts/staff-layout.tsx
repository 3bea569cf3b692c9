import { wordmark } from '#web/ui/theme/brand.ts';
import { listQueues } from '#contract/staff/staff.ts';
import { Keyboard, Menu as MenuIcon, PanelLeftClose, PanelLeftOpen, Search } from '#web/ui/icons/icons.tsx';
import { Suspense, use, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import type { MiddlewareFunction, ShouldRevalidateFunctionArgs } from 'react-router';
import type { Location } from 'react-router';
import { Link, Outlet, redirect, useLocation } from 'react-router';
import { getUserRole } from '#contract/accounts/accounts.ts';
import { isStaff } from '#domain/accounts/accounts.ts';
import type { EarlyHandle } from '#web/api/reads/early-reads.ts';
import { readOf } from '#web/api/reads/early-reads.ts';
import { api, ApiError } from '#web/api/api.ts';
import { addressOf, securityPath } from '#web/api/guard.ts';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { LazyNoticeArea } from '#web/notifications/lazy-notice-area.tsx';
import { areaOf } from '#web/staff/shell/areas.ts';
import { PageSkeleton } from '#web/staff/shell/page-skeleton.tsx';
import { useCollapsed } from '#web/staff/shell/use-collapsed.ts';
import { QueuesContext, readQueues, useQueues } from '#web/staff/queue/use-queues.ts';
import { useStaffKeys } from '#web/staff/shell/use-staff-keys.ts';
import { cn } from '#web/ui/styles/class-names.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Logo, LogoMark } from '#web/ui/theme/logo.tsx';
import { Sheet } from '#web/ui/overlays/sheet.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import type { Route } from './+types/staff-layout';
import { AccountArea } from './account-menu.tsx';
import { RouteProgress } from './route-progress.tsx';
import { StaffNav } from '#web/staff/shell/staff-nav.tsx';

/**
 * Before entering a path of the dashboard the role is fetched from the server, never from a cache. People who are not
 * staff, and any failure, are redirected home (specification §6). Navigation within one path does not fetch it again.
 */
export const clientMiddleware: MiddlewareFunction[] = [
  async ({ request }, next) => {
    const { pathname } = new URL(request.url);
    if (enteredPath !== pathname || window.location.pathname !== pathname) {
      const role = await api(getUserRole).catch(() => null);
      if (!role || !isStaff(role.slug)) {
        aviso.erro('Acesso restrito', 'Esta área é só da equipe.');
        throw redirect('/');
      }
      enteredPath = pathname;
      for (const listener of enteredListeners) listener();
    }
    return next();
  },
];
let enteredPath: string | null = null;
const enteredListeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  enteredListeners.add(listener);
  return () => enteredListeners.delete(listener);
}

export const handle: EarlyHandle = { calls: [readOf(getUserRole)], reads: () => [readOf(listQueues)] };

/**
 * Loads the size of each queue; a number that does not load is not shown. Staff whose role requires a second factor are
 * sent to set one up first and come back.
 */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const queues = await readQueues().catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'second_factor_required')
      throw redirect(securityPath(addressOf(request)));
    return null;
  });
  return { queues };
}

/** Counters reload on every page of the dashboard, but not when a row is opened. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const sameAddress = currentUrl.href === nextUrl.href;
  return currentUrl.pathname !== nextUrl.pathname || (sameAddress && defaultShouldRevalidate);
}

/** Renders nothing until the role is known; then the frame, while the page loads. */
export function HydrateFallback() {
  const known = useSyncExternalStore(
    subscribe,
    () => enteredPath !== null,
    () => false,
  );
  const { pathname } = useLocation();
  if (known)
    return (
      <FrameWithQueues loaded={null}>
        <h1 className="sr-only">{areaOf(pathname)?.label ?? 'Painel'}</h1>
        <PageSkeleton at={pathname} />
      </FrameWithQueues>
    );
  return (
    <main id="conteudo" className="flex min-h-dvh flex-col items-center justify-center gap-4">
      <LogoMark className="size-10" />
      <h1 className="text-ui text-ink-2">Abrindo o painel…</h1>
    </main>
  );
}

const CommandPalette = lazyPart(() =>
  import('#web/staff/shell/command-palette.tsx').then((module) => ({ default: module.CommandPalette })),
);
const KeyList = lazyPart(() =>
  import('#web/staff/shell/key-list.tsx').then((module) => ({ default: module.KeyList })),
);

export default function StaffLayout({ loaderData }: Route.ComponentProps) {
  return (
    <FrameWithQueues loaded={loaderData.queues}>
      <Outlet />
    </FrameWithQueues>
  );
}

const mainStyles = 'mx-auto w-full max-w-dashboard flex-1';
/** Space below the last row's actions, which the chat button would cover; full-screen pages scroll by themselves. */
const chatButtonSpace = 'pb-20';

interface StaffFrameProps {
  /** The loaded sizes of the queues. */
  loaded: Parameters<typeof useQueues>[0];
  children: ReactNode;
}

/** Sidebar, cards and headings share one reading of the queues. */
function FrameWithQueues({ loaded, children }: StaffFrameProps) {
  return (
    <QueuesContext value={useQueues(loaded)}>
      <StaffFrame>{children}</StaffFrame>
    </QueuesContext>
  );
}

/** The frame of the dashboard: a compact top bar, navigation at the left, the page up to 1600 px wide. */
function StaffFrame({ children }: { children: ReactNode }) {
  const here = useLocation();
  const { pathname } = here;
  const queues = use(QueuesContext);
  const area = areaOf(pathname);
  const [collapsed, setCollapsed] = useCollapsed();
  const [menuAt, setMenuAt] = useState<Location | null>(null);
  const [paletteAt, setPaletteAt] = useState<Location | null>(null);
  const [keysShown, setKeysShown] = useState(false);
  const keys = useStaffKeys({ onPalette: () => setPaletteAt(here), onHelp: () => setKeysShown(true) });
  return (
    <div
      data-density="compact"
      className={cn(
        'min-h-dvh [--nav-height:56px] lg:grid',
        collapsed
          ? 'lg:grid-cols-[68px_minmax(0,1fr)]'
          : 'lg:grid-cols-[clamp(248px,15.5rem,27vw)_minmax(0,1fr)]',
      )}
    >
      <a
        href="#conteudo"
        className="sr-only z-skip-link rounded-md bg-ink text-ui font-semibold text-bg focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:inline-flex focus:h-11 focus:items-center focus:px-4"
      >
        Ir para o conteúdo
      </a>
      <RouteProgress />
      <Sidebar collapsed={collapsed} onCollapse={setCollapsed} onKeys={() => setKeysShown(true)} />
      <div className="flex min-w-0 flex-col">
        <header className="sticky top-0 z-nav flex h-14 items-center gap-2 border-b border-border bg-bg px-3 md:px-6">
          <IconButton
            label="Abrir menu do painel"
            icon={<MenuIcon aria-hidden="true" />}
            tooltip={false}
            aria-expanded={menuAt === here}
            onClick={() => setMenuAt(here)}
            className="size-11 lg:hidden"
          />
          <p className="min-w-0 flex-1 truncate text-sm text-ink-3">
            <span className="max-md:sr-only">Painel › </span>
            <span className="text-ink-2 max-md:text-ui max-md:font-semibold max-md:text-ink">
              {area?.label ?? 'Painel'}
            </span>
          </p>
          <button
            type="button"
            aria-keyshortcuts="Control+K"
            onClick={() => setPaletteAt(here)}
            className="flex h-11 items-center gap-2 rounded-full px-3 text-sm text-ink-2 hover:bg-surface-2 md:h-9 md:rounded-md md:border md:border-border-strong md:bg-surface"
          >
            <Search aria-hidden="true" className="size-5 md:size-4" />
            <span className="max-md:sr-only">Buscar no painel</span>
            <kbd aria-hidden="true" className="hidden rounded-xs bg-surface-3 px-1.5 text-xs lg:inline">
              Ctrl K
            </kbd>
          </button>
          <AccountArea />
        </header>
        <LazyNoticeArea gutter="page-gutter" />
        <main id="conteudo" tabIndex={-1} className={cn(mainStyles, !area?.fullHeight && chatButtonSpace)}>
          {children}
        </main>
      </div>
      <Sheet
        side="left"
        title="Painel"
        open={menuAt === here}
        onOpenChange={(open) => setMenuAt(open ? here : null)}
      >
        <StaffNav queues={queues} />
        <div className="mt-4 border-t border-border pt-2">
          <Link to="/" className="flex min-h-12 items-center text-body font-medium text-ink">
            Ir para o site
          </Link>
          <Link to="/sair" className="flex min-h-12 items-center text-body font-medium text-ink">
            Sair
          </Link>
        </div>
      </Sheet>
      <Suspense>
        {paletteAt === here && (
          <CommandPalette
            onClose={() => setPaletteAt(null)}
            onKeys={() => {
              setPaletteAt(null);
              setKeysShown(true);
            }}
          />
        )}
        {keysShown && <KeyList keys={keys} onClose={() => setKeysShown(false)} />}
      </Suspense>
    </div>
  );
}

const siteLabel = () => `${wordmark()}: ir para o site`;

/** The areas at the left, with the same width and labels on every page. */
function Sidebar({
  collapsed,
  onCollapse,
  onKeys,
}: {
  collapsed: boolean;
  onCollapse: (collapsed: boolean) => void;
  onKeys: () => void;
}) {
  return (
    <aside className="sticky top-0 hidden h-dvh flex-col border-r border-border bg-surface lg:flex">
      <Link to="/" aria-label={siteLabel()} className="flex h-14 shrink-0 items-center px-5">
        {collapsed ? <LogoMark /> : <Logo />}
      </Link>
      <StaffNav
        queues={use(QueuesContext)}
        collapsed={collapsed}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-3 py-2"
      />
      <div className={cn('flex shrink-0 gap-1 border-t border-border p-3', collapsed && 'flex-col')}>
        <IconButton
          label={collapsed ? 'Abrir barra lateral' : 'Recolher barra lateral'}
          icon={collapsed ? <PanelLeftOpen aria-hidden="true" /> : <PanelLeftClose aria-hidden="true" />}
          aria-expanded={!collapsed}
          onClick={() => onCollapse(!collapsed)}
        />
        <IconButton label="Ver atalhos do teclado" icon={<Keyboard aria-hidden="true" />} onClick={onKeys} />
      </div>
    </aside>
  );
}
