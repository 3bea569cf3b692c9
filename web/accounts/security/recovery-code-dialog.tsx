import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { RecoveryCodeList } from './recovery-code-list.tsx';

/** New recovery codes above the page; closing without having kept them is not offered. */
export function RecoveryCodeDialog({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  return (
    <Dialog open title="Guarde seus códigos reserva" dismissable={false}>
      <RecoveryCodeList codes={codes} onKept={onKept} />
    </Dialog>
  );
}
