import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { RecoveryCodeList } from './recovery-code-list.tsx';

/** A dialog with new recovery codes; it closes only after the person confirms to have saved them. */
export function RecoveryCodeDialog({
  codes,
  onConfirmed,
}: {
  codes: readonly string[];
  onConfirmed: () => void;
}) {
  return (
    <Dialog open title="Guarde seus códigos reserva" dismissable={false}>
      <RecoveryCodeList codes={codes} onConfirmed={onConfirmed} />
    </Dialog>
  );
}
