import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { AlertDialog } from '#web/boot/alert-dialog.tsx';

/** Asks for confirmation before leaving a page with unsaved input. */
export function LeaveGuard({ unsaved, text }: { unsaved: boolean; text: string }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved && currentLocation.pathname !== nextLocation.pathname,
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
