import { Slot } from 'radix-ui';
import { lazy, Suspense, useEffect, useState } from 'react';
import { whenIdle } from '#web/ui/page/when-idle.ts';
import { useOpen } from './overlay.ts';
import type { AlertDialogProps } from './alert-dialog-panel.tsx';

const load = async () => ({ default: (await import('./alert-dialog-panel.tsx')).AlertDialogPanel });
const AlertDialogPanel = lazy(load);

/**
 * Asks for confirmation of an action that is irreversible, costly or visible to others. The dialog's code loads when the
 * browser is idle, since most pages with such an action are left without it.
 */
export function AlertDialog({ trigger, ...props }: AlertDialogProps) {
  const root = useOpen(props);
  const [wasOpened, setWasOpened] = useState(root.open);
  useEffect(() => whenIdle(() => void load().catch(() => undefined)), []);
  if (root.open && !wasOpened) setWasOpened(true);
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
