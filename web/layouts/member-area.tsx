import { ChevronDown } from '#web/ui/icons/icons.tsx';
import { Link } from 'react-router';
import { isStaff } from '#domain/accounts/accounts.ts';
import type { Session } from '#web/session.tsx';
import { Avatar } from '#web/ui/cards/avatar.tsx';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#web/ui/overlays/menu.tsx';
import { ThemeMenuItems } from '#web/ui/theme/theme-menu.tsx';
import { accountPlaces } from './account-links.ts';
import { NotificationBell } from '#web/notifications/notification-bell.tsx';

/** Bell and account menu of a member; a visitor's browser never loads them. */
export function MemberArea({ session }: { session: Session }) {
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
