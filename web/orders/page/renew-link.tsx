import { useState } from 'react';
import { useNavigate } from 'react-router';
import { renewLink } from '#contract/orders/links.ts';
import { api, newIdempotencyKey } from '#web/api/api.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { AlertDialog } from '#web/boot/alert-dialog.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { useAction } from '#web/api/use-action.ts';

/** Lets the buyer replace the order's link, so that the old link stops working (§4.17). */
export function RenewLink({ hash }: { hash: string }) {
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const { pending, problem, run } = useAction();

  const renew = () =>
    run(async () => {
      const renewed = await api(renewLink, { params: { hash }, idempotencyKey: newIdempotencyKey() });
      setOpen(false);
      aviso.sucesso('Novo link gerado', 'O link antigo não abre mais este pedido.');
      await navigate(`/pedido/${renewed.hash}`, { replace: true, preventScrollReset: true });
    });

  return (
    <AlertDialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="quiet" className="-ml-5 md:max-lg:ml-0 self-start print:hidden">
          Gerar novo link
        </Button>
      }
      title="Gerar um novo link para este pedido?"
      description="Quem tem o link vê a situação e o item, sem nomes completos. Com um novo link, o antigo deixa de funcionar, inclusive nos seus e-mails. Você e quem vende continuam vendo o pedido na conta."
      cancelLabel="Agora não"
      confirmLabel="Gerar novo link"
      tone="primary"
      loading={pending}
      onConfirm={() => void renew()}
    >
      <ProblemBanner problem={problem} />
    </AlertDialog>
  );
}
