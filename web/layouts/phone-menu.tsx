import { Link } from 'react-router';
import { isStaff } from '#domain/accounts/accounts.ts';
import { useSession } from '#web/session.tsx';
import { LazySheet } from '#web/boot/lazy-sheet.tsx';
import { ThemeSwitch } from '#web/ui/theme/theme-switch.tsx';
import { accountPlaces, accountSettings } from './account-links.ts';

const sitePlaces = [
  ['/categorias', 'Categorias'],
  ['/anuncios', 'Todos os anúncios'],
  ['/anunciar', 'Criar anúncio'],
] as const;

/** The phone's menu, from the left. */
export function PhoneMenu({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { signedIn, user } = useSession();
  const account = signedIn
    ? [
        ...accountPlaces,
        ...accountSettings,
        ...(isStaff(user.role.slug) ? [['/dashboard', 'Painel'] as const] : []),
      ]
    : ([
        ['/auth/login', 'Entrar'],
        ['/auth/register', 'Criar conta'],
      ] as const);
  return (
    <LazySheet side="left" open={open} onOpenChange={onOpenChange} title="Menu">
      <nav aria-label="Menu">
        <Places places={sitePlaces} />
        <p className="mt-4 border-t border-border pt-4 text-sm text-ink-3">
          {signedIn ? `@${user.username}` : 'Sua conta'}
        </p>
        <Places places={signedIn ? [...account, ['/sair', 'Sair']] : account} />
      </nav>
      <div className="mt-4 flex items-center justify-between border-t border-border pt-2 text-ui">
        Tema <ThemeSwitch />
      </div>
    </LazySheet>
  );
}

function Places({ places }: { places: readonly (readonly [string, string])[] }) {
  return (
    <ul>
      {places.map(([to, label]) => (
        <li key={to}>
          <Link to={to} className="flex min-h-12 items-center text-body font-medium text-ink">
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}
