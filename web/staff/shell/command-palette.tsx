import { Command } from 'cmdk';
import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import { searchStaff } from '#contract/staff/staff.ts';
import { api } from '#web/api/api.ts';
import { useCloseOnBack } from '#web/ui/overlays/close-on-back.ts';
import { overlayStyles } from '#web/ui/overlays/overlay.ts';
import { themeOptions } from '#web/ui/theme/theme-options.tsx';
import { chooseTheme, themes } from '#web/ui/theme/theme.ts';
import { staffAreas } from './areas.ts';

type Found = Reply<typeof searchStaff>;

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Ignores accents and the order of words. */
function matches(value: string, search: string, keywords: string[] = []): number {
  const text = plain([value, ...keywords].join(' '));
  return plain(search)
    .split(/\s+/)
    .every((word) => text.includes(word))
    ? 1
    : 0;
}

/** Ctrl or ⌘ K: open an area, find an account, an order or a listing, change the theme. */
export function CommandPalette({ onClose, onKeys }: { onClose: () => void; onKeys: () => void }) {
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  const found = useFound(search.trim());
  useCloseOnBack(true, onClose);
  const go = (path: string) => {
    onClose();
    void navigate(path);
  };
  return (
    <Command.Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      label="Buscar no painel"
      filter={matches}
      overlayClassName={overlayStyles}
      contentClassName="fixed top-[12dvh] left-1/2 z-dialog w-[min(640px,calc(100vw-24px))] -translate-x-1/2 overflow-hidden rounded-xl border border-border bg-surface text-ink shadow-lg"
    >
      <Command.Input
        value={search}
        onValueChange={setSearch}
        placeholder="Área, pessoa, pedido ou anúncio"
        className="h-14 w-full border-b border-border bg-transparent px-5 text-body -outline-offset-2 placeholder:text-ink-3"
      />
      <Command.List className="max-h-[min(420px,60dvh)] overflow-y-auto overscroll-contain p-2">
        <Command.Empty className="px-3 py-6 text-center text-sm text-ink-2">
          Nada com «{search}». Tente um código de pedido, @usuário ou título.
        </Command.Empty>
        {found && (
          <>
            <FoundGroup heading="Pessoas" items={found.users} search={search} onNavigate={go} />
            <FoundGroup heading="Pedidos" items={found.orders} search={search} onNavigate={go} />
            <FoundGroup heading="Anúncios" items={found.listings} search={search} onNavigate={go} />
          </>
        )}
        <Group heading="Ir para">
          {staffAreas.map(({ path, label, icon: Icon, letter }) => (
            <Item
              key={path}
              value={label}
              keywords={[path]}
              onSelect={() => go(path)}
              hint={`G ${letter.toUpperCase()}`}
            >
              <Icon aria-hidden="true" className="text-ink-3" /> {label}
            </Item>
          ))}
          <Item value="Ir para o site" onSelect={() => go('/')}>
            Ir para o site
          </Item>
        </Group>
        <Group heading="Tema">
          {themeOptions.map(({ value, label, icon }) => (
            <Item
              key={value}
              value={`Tema ${label}`}
              onSelect={() => {
                chooseTheme(themes.find((theme) => theme === value) ?? 'sistema');
                onClose();
              }}
            >
              {icon} {label}
            </Item>
          ))}
        </Group>
        <Group heading="Ajuda">
          <Item value="Atalhos do teclado" onSelect={onKeys} hint="?">
            Atalhos do teclado
          </Item>
        </Group>
      </Command.List>
      <p className="hidden border-t border-border px-5 py-2 text-xs text-ink-3 sm:block">
        <kbd>↑</kbd> <kbd>↓</kbd> para escolher · <kbd>Enter</kbd> para abrir · <kbd>Esc</kbd> para fechar
      </p>
    </Command.Dialog>
  );
}

const waitMs = 150;

/** The server's results for the current text; older replies are discarded. */
function useFound(search: string): Found | null {
  const [answer, setAnswer] = useState<{ search: string; found: Found } | null>(null);
  useEffect(() => {
    if (search.length < 2) return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      api(searchStaff, { query: { q: search.slice(0, 100) }, signal: stop.signal }).then(
        (found) => setAnswer({ search, found }),
        () => undefined,
      );
    }, waitMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [search]);
  return search.length >= 2 && answer?.search === search ? answer.found : null;
}

function FoundGroup({
  heading,
  items,
  search,
  onNavigate,
}: {
  heading: string;
  items: Found['users'];
  search: string;
  onNavigate: (path: string) => void;
}) {
  if (items.length === 0) return null;
  return (
    <Group heading={heading}>
      {items.map(({ path, title, detail }) => (
        // The server chose them, so they match by definition.
        <Item key={path} value={path} keywords={[search]} onSelect={() => onNavigate(path)}>
          <span className="min-w-0 truncate font-semibold">{title}</span>
          <span className="min-w-0 flex-1 truncate text-sm text-ink-3">{detail}</span>
        </Item>
      ))}
    </Group>
  );
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-ink-3"
    >
      {children}
    </Command.Group>
  );
}

function Item({
  value,
  keywords,
  onSelect,
  hint,
  children,
}: {
  value: string;
  keywords?: string[];
  onSelect: () => void;
  hint?: string;
  children: ReactNode;
}) {
  return (
    <Command.Item
      value={value}
      keywords={keywords}
      onSelect={onSelect}
      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 text-ui data-[selected=true]:bg-surface-2"
    >
      <span className="flex min-w-0 flex-1 items-center gap-3">{children}</span>
      {hint && <kbd className="rounded-xs bg-surface-3 px-1.5 text-xs text-ink-2">{hint}</kbd>}
    </Command.Item>
  );
}
