import { ChevronDown } from 'lucide-react';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { isStaff } from '#domain/accounts.ts';
import { Kept } from '#web/kept.tsx';
import type { Session } from '#web/session.tsx';
import { useSession } from '#web/session.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#web/ui/menu.tsx';
import { ThemeMenuItems } from '#web/ui/theme-switch.tsx';
import { accountPlaces } from './account-places.ts';
import { NotificationBell } from './notification-bell.tsx';

/**
 * The right end of the bar. The server renders it for a visitor; a browser that holds a session keeps the space
 * empty (`data-member`, see `member-script.ts`) until the session answered, so nothing jumps.
 */
export function AccountArea() {
  const session = useSession();
  return (
    <div className="flex min-w-11 items-center justify-end gap-1 md:min-w-[212px] md:gap-2">
      {session.signedIn ? <Member session={session} /> : <Visitor loading={session.loading} />}
    </div>
  );
}

function Visitor({ loading }: { loading: boolean }) {
  return (
    <Kept
      kind="visitor"
      parts={['entrar']}
      className={loading ? 'flex gap-2 [html[data-member]_&]:invisible' : 'flex gap-2'}
    >
      {(key) => (
        <Fragment key={key}>
          <Button asChild variant="quiet" className="px-3 max-md:px-2">
            <Link to="/auth/login">Entrar</Link>
          </Button>
          <Button asChild variant="secondary" className="hidden px-4 md:inline-flex">
            <Link to="/auth/register">Criar conta</Link>
          </Button>
        </Fragment>
      )}
    </Kept>
  );
}

function Member({ session }: { session: Session }) {
  const { user } = session;
  return (
    <>
      <NotificationBell />
      <Menu
        trigger={
          <button
            type="button"
            aria-label={`Sua conta, ${user.username}`}
            className="flex h-11 items-center gap-1 rounded-full pr-2 pl-1 hover:bg-surface-2 max-md:hidden"
          >
            <Avatar name={user.username} src={user.image} size={32} />
            <ChevronDown aria-hidden="true" className="size-4 text-ink-3" />
          </button>
        }
      >
        <MenuLabel>@{user.username}</MenuLabel>
        {accountPlaces.map(([to, label]) => (
          <MenuItem key={to} asChild>
            <Link to={to}>{label}</Link>
          </MenuItem>
        ))}
        {isStaff(user.role.slug) && (
          <MenuItem asChild>
            <Link to="/dashboard">Painel</Link>
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuLabel>Tema</MenuLabel>
        <ThemeMenuItems />
        <MenuSeparator />
        <MenuItem asChild>
          <Link to="/sair">Sair</Link>
        </MenuItem>
      </Menu>
    </>
  );
}
