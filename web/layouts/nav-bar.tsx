import { Menu as MenuIcon, Plus, Search } from '#web/ui/icons/icons.tsx';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { Location } from 'react-router';
import { brand, wordmark } from '#web/ui/theme/brand.ts';
import { Cached } from '#web/boot/cached-markup.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { cn } from '#web/ui/styles/class-names.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Logo } from '#web/ui/theme/logo.tsx';
import { AccountArea } from './account-menu.tsx';
import { PhoneMenu } from './phone-menu.tsx';
import { SearchForm } from './search/search-form.tsx';

/** Always visible at the top: a hairline after 8 px of scroll; on phones 48 px high while scrolling down. */
export function NavBar() {
  const { scrolled, scrollingDown, far } = useScrollState();
  // The phone's search and menu are bound to the location where they were opened, so navigation closes them.
  const location = useLocation();
  const { pathname } = location;
  const [searchAt, setSearchAt] = useState<Location | null>(null);
  const [menuAt, setMenuAt] = useState<Location | null>(null);
  const searching = searchAt === location;
  return (
    <header
      className={cn(
        'sticky top-0 z-nav border-b bg-bg transition-[border-color,transform] duration-popover print:hidden',
        scrolled || searching ? 'border-border' : 'border-transparent',
        scrollingDown && !searching && 'max-md:-translate-y-2',
      )}
    >
      <div
        id="menu"
        tabIndex={-1}
        className={cn(
          'mx-auto flex h-14 w-full max-w-page page-gutter items-center gap-2 transition-transform duration-popover md:h-16 md:gap-4 lg:gap-6',
          scrollingDown && !searching && 'max-md:translate-y-1',
        )}
      >
        <IconButton
          label="Abrir menu"
          icon={<MenuIcon aria-hidden="true" />}
          tooltip={false}
          aria-expanded={menuAt === location}
          className="-ml-2.5 md:hidden"
          onClick={() => setMenuAt(location)}
        />
        <BrandLink />
        <Cached as="nav" kind="nav" parts={['/categorias']} aria-label="Site" className="hidden lg:block">
          {(to) => (
            <NavLinkTo key={to} to={to}>
              Categorias
            </NavLinkTo>
          )}
        </Cached>
        <SearchForm
          id="busca"
          className={cn(
            'hidden max-w-[560px] min-w-0 flex-1 md:block',
            // The home page has its own search, so the bar shows one only after scrolling.
            pathname === '/' && !far && 'md:invisible',
          )}
        />
        <div className="ml-auto flex items-center gap-1 md:gap-2">
          <NavLinkTo to="/anunciar" className="hidden md:inline-flex">
            <Plus aria-hidden="true" /> Anunciar
          </NavLinkTo>
          <Link
            to="/anuncios"
            aria-label="Buscar"
            data-opens="busca"
            aria-expanded={searching}
            className="inline-flex size-11 items-center justify-center rounded-full text-ink-2 hover:bg-surface-2 md:hidden"
            onClick={(event) => {
              event.preventDefault();
              setSearchAt(searching ? null : location);
            }}
          >
            <Search aria-hidden="true" />
          </Link>
          <AccountArea />
        </div>
      </div>
      {searching && (
        <div className="page-gutter pb-3 md:hidden">
          <SearchForm focused onDone={() => setSearchAt(null)} />
        </div>
      )}
      <PhoneMenu open={menuAt === location} onOpenChange={(open) => setMenuAt(open ? location : null)} />
    </header>
  );
}

function BrandLink() {
  const { pathname } = useLocation();
  return (
    <Link
      to="/"
      aria-label={`${wordmark()}: ir para o início`}
      aria-current={pathname === '/' ? 'page' : undefined}
      className="flex h-11 shrink-0 items-center rounded-sm"
    >
      {brand.logo ? (
        <img src={brand.logo} alt="" className="h-7 max-w-28 object-contain md:h-8 md:max-w-35" />
      ) : (
        <Logo />
      )}
    </Link>
  );
}

function NavLinkTo({
  to,
  className,
  children,
}: {
  to: string;
  className?: string;
  children: React.ReactNode;
}) {
  return (
    <Button asChild variant="quiet" className={cn('px-3 text-ink', className)}>
      <Link to={to}>{children}</Link>
    </Button>
  );
}

/** Whether the page is scrolled, scrolled far, and being scrolled down. */
function useScrollState() {
  const [state, setShape] = useState({ scrolled: false, scrollingDown: false, far: false });
  useEffect(() => {
    let last = window.scrollY;
    const onScroll = () => {
      const top = window.scrollY;
      const moved = top - last;
      if (Math.abs(moved) < 8 && top > 8) return;
      setShape({ scrolled: top > 8, scrollingDown: moved > 0 && top > 80, far: top > 400 });
      last = top;
    };
    onScroll();
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => window.removeEventListener('scroll', onScroll);
  }, []);
  return state;
}
