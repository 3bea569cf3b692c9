import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { deleteAddress } from '#contract/addresses/addresses.ts';
import type { Address } from '#contract/addresses/addresses.ts';
import { addressLines } from '#domain/addresses/lines.ts';
import { api } from '#web/api/api.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useAction } from '#web/api/use-action.ts';
import { AlertDialog } from '#web/boot/alert-dialog.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';

/** Asks before it deletes an address, because it cannot be brought back. */
export function DeleteAddress({ address }: { address: Address }) {
  const { id, label } = address;
  const { revalidate } = useRevalidator();
  const { run, pending, problem } = useAction();
  const [open, setOpen] = useState(false);
  const remove = () =>
    run(async () => {
      await api(deleteAddress, { params: { id } });
      setOpen(false);
      await revalidate();
      aviso.sucesso('Endereço apagado', `«${label}» saiu da sua lista.`);
    });
  return (
    <AlertDialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="quiet" className="px-3 text-danger" aria-label={`Apagar ${label}`}>
          Apagar
        </Button>
      }
      title="Apagar endereço"
      description={`«${label}», ${addressLines(address)[0]}, sai da sua lista.`}
      cancelLabel="Manter endereço"
      confirmLabel="Apagar endereço"
      loading={pending}
      onConfirm={() => void remove()}
    >
      <ProblemBanner problem={problem} />
    </AlertDialog>
  );
}
