import { wordmark } from '#web/ui/theme/brand.ts';
import { Link, Outlet, useLocation } from 'react-router';
import { LockKeyhole } from '#web/ui/icons/icons.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Logo } from '#web/ui/theme/logo.tsx';
import { ThemeSwitch } from '#web/ui/theme/theme-switch.tsx';
import { Tiles } from '#web/ui/theme/tiles.tsx';
import { RouteProgress } from './route-progress.tsx';

/** Layout of the sign-in pages: one column for the form, a decorative panel beside it. */
export default function AuthLayout() {
  const { pathname } = useLocation();
  return (
    <div className="flex min-h-dvh flex-col">
      <RouteProgress />
      <header className="mx-auto flex h-14 w-full max-w-page shrink-0 items-center justify-between page-gutter md:h-16">
        <Link
          to="/"
          className="flex h-11 items-center rounded-sm"
          aria-label={`${wordmark()}: ir para o início`}
        >
          <Logo />
        </Link>
        {pathname === '/auth/twofactor' ? (
          <Button asChild variant="quiet" className="-mr-3 px-3">
            <Link to="/sair">Sair desta conta</Link>
          </Button>
        ) : (
          <div className="flex items-center">
            <Button asChild variant="quiet" className="px-3">
              <Link to="/perguntas-frequentes">Ajuda</Link>
            </Button>
            <ThemeSwitch />
          </div>
        )}
      </header>
      <div className="mx-auto grid w-full max-w-page flex-1 page-gutter pb-10 lg:grid-cols-[400px_minmax(0,1fr)] lg:gap-20 lg:pb-16">
        <main
          id="conteudo"
          tabIndex={-1}
          className="mx-auto w-full max-w-[400px] min-w-0 pt-4 md:pt-10 lg:mx-0 lg:pt-16"
        >
          <Outlet />
        </main>
        <aside aria-label="Por que comprar aqui" className="hidden lg:block">
          <div className="sticky top-8 flex h-[min(640px,calc(100dvh-160px))] flex-col overflow-hidden rounded-xl border border-border bg-surface">
            <Tiles seed="página de entrada" cols={8} rows={7} className="min-h-0 w-full flex-1" />
            <p className="flex items-center gap-4 p-6 text-h3">
              <LockKeyhole aria-hidden="true" className="size-6 text-brand" />
              Seu dinheiro fica guardado até a entrega dar certo.
            </p>
          </div>
        </aside>
      </div>
    </div>
  );
}
