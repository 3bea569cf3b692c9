import { Suspense } from 'react';
import type { SheetProps } from '#web/ui/overlays/sheet.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { useLazyOverlay } from './use-lazy-overlay.ts';

const load = async () => ({ default: (await import('#web/ui/overlays/sheet.tsx')).Sheet });
const Sheet = lazyPart(load);

/** A sheet whose code loads when the browser is idle: for public pages, where few visitors open it. */
export function LazySheet(props: Omit<SheetProps, 'trigger'> & { open: boolean }) {
  const wasOpened = useLazyOverlay(props.open, load);
  if (!wasOpened) return null;
  return (
    <Suspense>
      <Sheet {...props} />
    </Suspense>
  );
}
