import { Slot } from 'radix-ui';
import { Suspense } from 'react';
import { useLazyOverlay } from './use-lazy-overlay.ts';
import { useOpen } from '#web/ui/overlays/overlay.ts';
import type { AlertDialogProps } from '#web/ui/overlays/alert-dialog-panel.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.ts';

const load = async () => ({
  default: (await import('#web/ui/overlays/alert-dialog-panel.tsx')).AlertDialogPanel,
});
const AlertDialogPanel = lazyPart(load);

/**
 * Asks for confirmation of an action that is irreversible, costly or visible to others. The dialog's code loads when the
 * browser is idle, since most pages with such an action are left without it.
 */
export function AlertDialog({ trigger, ...props }: AlertDialogProps) {
  const root = useOpen(props);
  const wasOpened = useLazyOverlay(root.open, load);
  return (
    <>
      {trigger && (
        <Slot.Root aria-haspopup="dialog" aria-expanded={root.open} onClick={() => root.onOpenChange(true)}>
          {trigger}
        </Slot.Root>
      )}
      {wasOpened && (
        <Suspense>
          <AlertDialogPanel {...props} root={root} />
        </Suspense>
      )}
    </>
  );
}
