import { Slot } from 'radix-ui';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { whenIdle } from '#web/ui/page/when-idle.ts';
import { useOpen } from './overlay.ts';
import type { OpenProps } from './overlay.ts';

const load = async () => ({ default: (await import('./alert-dialog-panel.tsx')).AlertDialogPanel });
const AlertDialogPanel = lazy(load);

export interface AlertDialogProps extends Omit<OpenProps, 'dismissable'> {
  trigger?: ReactNode;
  /** Verb and object: «Excluir anúncio». */
  title: ReactNode;
  /** The consequence, with numbers. */
  description: ReactNode;
  /** «Manter anúncio»: focused first. */
  cancelLabel: string;
  /** Repeats the verb of the title. */
  confirmLabel: string;
  /** The dialog stays open until the caller closes it, so a failure can be shown inside. */
  onConfirm: () => void;
  loading?: boolean;
  /** Why it cannot be confirmed yet. */
  disabledReason?: string | undefined;
  tone?: 'danger' | 'primary';
  /** A text to type before confirming; only for actions that cannot be undone. */
  typeToConfirm?: string;
  /** Such as a reason field or an error banner. */
  children?: ReactNode;
}

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
