import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { AlertDialog } from '#web/ui/overlays/alert-dialog.tsx';

/** Asks before what was typed and not saved is left behind; silent while nothing was. */
export function LeaveGuard({ unsaved, text }: { unsaved: boolean; text: string }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!unsaved) return;
    const hold = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', hold);
    return () => window.removeEventListener('beforeunload', hold);
  }, [unsaved]);
  return (
    <AlertDialog
      // Opened by going back: the way there and back again is the blocker's.
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
