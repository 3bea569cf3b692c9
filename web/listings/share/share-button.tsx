import { Share2 } from '#web/ui/icons/icons.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { LazyMenu } from '#web/ui/overlays/lazy-menu.tsx';

const load = async () => ({ default: (await import('./share-menu.tsx')).ShareMenu });
const ShareMenu = lazyPart(load);
const preload = () => void load().catch(() => undefined);

/** Opens the ways to share a listing: WhatsApp, its link, and what else the device offers. */
export function ShareButton({ title }: { title: string }) {
  return (
    <LazyMenu
      button={{ label: 'Compartilhar anúncio', icon: <Share2 aria-hidden="true" /> }}
      preload={preload}
    >
      {(trigger) => <ShareMenu trigger={trigger} title={title} />}
    </LazyMenu>
  );
}
