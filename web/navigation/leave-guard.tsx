import { useEffect } from 'react';
import type { Location } from 'react-router';
import { useBlocker } from 'react-router';
import { AlertDialog } from '#web/boot/alert-dialog.tsx';

interface LeaveGuardProps {
  unsaved: boolean;
  text: string;
  /** Whether a navigation takes the input off the screen; by default one to another page. */
  isLeaving?: (from: Location, to: Location) => boolean;
}

/** Asks for confirmation before leaving unsaved input. */
export function LeaveGuard({ unsaved, text, isLeaving = isOtherPage }: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved && isLeaving(currentLocation, nextLocation),
  );
  useEffect(() => {
    if (!unsaved) return;
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', preventUnload);
    return () => window.removeEventListener('beforeunload', preventUnload);
  }, [unsaved]);
  return (
    <AlertDialog
      // Going back opens it, and the blocker handles the history entry.
      inAddress
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => !open && blocker.reset?.()}
      title="Sair sem salvar"
      description={text}
      cancelLabel="Continuar editando"
      confirmLabel="Sair sem salvar"
      onConfirm={() => blocker.proceed?.()}
    />
  );
}

const isOtherPage = (from: Location, to: Location) => from.pathname !== to.pathname;
