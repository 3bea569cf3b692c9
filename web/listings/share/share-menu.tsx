import { Copy, MessageCircle, Share2 } from '#web/ui/icons/icons.tsx';
import type { ReactElement } from 'react';
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';

/** The ways to share the page that is open. The code loads when the menu is first used, so it starts open. */
export function ShareMenu({ trigger, title }: { trigger: ReactElement; title: string }) {
  const url = location.origin + location.pathname;
  return (
    <Menu trigger={trigger} startsOpen>
      <MenuItem asChild>
        <a href={`https://wa.me/?text=${encodeURIComponent(`${title}\n${url}`)}`}>
          <MessageCircle aria-hidden="true" /> WhatsApp
        </a>
      </MenuItem>
      <MenuItem icon={<Copy aria-hidden="true" />} onSelect={() => void copy(url)}>
        Copiar link
      </MenuItem>
      {'share' in navigator && (
        <MenuItem icon={<Share2 aria-hidden="true" />} onSelect={() => void shareElsewhere({ title, url })}>
          Outro aplicativo
        </MenuItem>
      )}
    </Menu>
  );
}

async function copy(url: string): Promise<void> {
  await navigator.clipboard.writeText(url).then(
    () => aviso.sucesso('Link copiado', 'Cole onde quiser compartilhar.'),
    () => aviso.erro('Não deu para copiar', 'Copie o endereço da página.'),
  );
}

/** Opens the device's own sheet; closing it is no failure. */
async function shareElsewhere(page: { title: string; url: string }): Promise<void> {
  await navigator.share(page).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    aviso.erro('Não deu para compartilhar', 'Copie o endereço da página.');
  });
}
