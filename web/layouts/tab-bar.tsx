import { CirclePlus, House, Package, Search, UserRound } from '#web/ui/icons/icons.tsx';
import { Link, useLocation } from 'react-router';
import { Cached } from '#web/boot/cached-markup.tsx';
import { standsAtBottom } from '#web/ui/page/bottom-bar.ts';
import { cn } from '#web/ui/styles/class-names.ts';

const tabs = [
  { to: '/', label: 'Início', icon: House, owns: /^\/$/ },
  { to: '/anuncios', label: 'Buscar', icon: Search, owns: /^\/(anuncios|categorias|anuncio\/)/ },
  { to: '/anunciar', label: 'Anunciar', icon: CirclePlus, owns: /^\/anunciar/ },
  { to: '/conta/compras', label: 'Pedidos', icon: Package, owns: /^\/(conta\/(compras|vendas)|pedido\/)/ },
  { to: '/conta', label: 'Conta', icon: UserRound, owns: /^\/conta(?!\/(compras|vendas))/ },
];

/** The five tabs at the bottom of phones. Their labels grow with the text size only as far as they fit. */
export function TabBar() {
  const { pathname } = useLocation();
  return (
    <nav
      ref={standsAtBottom}
      aria-label="Principal"
      className="fixed inset-x-0 bottom-0 z-tab-bar border-t border-border bg-surface pb-safe md:hidden print:hidden"
    >
      <Cached
        as="ul"
        kind="tab"
        parts={tabs.map(({ owns }, place) => ({ place, here: owns.test(pathname) }))}
        className="grid h-14 grid-cols-5"
      >
        {({ place, here }) => {
          const { to, label, icon: Icon } = tabs[place]!;
          return (
            <li key={to}>
              <Link
                to={to}
                aria-current={here ? 'page' : undefined}
                className={cn(
                  'flex h-full flex-col items-center justify-center gap-0.5 text-[length:min(0.8125rem,4.2vw)] leading-[1rem] font-medium -outline-offset-2',
                  here ? 'text-brand forced-colors:underline' : 'text-ink-2',
                )}
              >
                <Icon aria-hidden="true" className={cn('size-5.5', here && 'fill-brand-soft')} />
                {label}
              </Link>
            </li>
          );
        }}
      </Cached>
    </nav>
  );
}
