import { useRevalidator } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import type { listOwnListings } from '#contract/listings/own-listings.ts';
import { removeListing } from '#contract/listings/own-listings.ts';
import { api } from '#web/api/api.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { AlertDialog } from '#web/boot/alert-dialog.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { useAction } from '#web/api/use-action.ts';

export interface RemoveListingProps {
  listing: Pick<Reply<typeof listOwnListings>['items'][number], 'id' | 'state'>;
  title: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Confirms the permanent removal of a listing; a refusal (open orders) is shown inside the dialog. */
export function RemoveListing({ listing, title, open, onOpenChange }: RemoveListingProps) {
  const { revalidate } = useRevalidator();
  const { pending, problem, run } = useAction();
  const draft = listing.state === 'draft';

  const remove = () =>
    run(async () => {
      await api(removeListing, { params: { id: listing.id } });
      onOpenChange(false);
      aviso.sucesso(draft ? 'Rascunho excluído' : 'Anúncio encerrado', title);
      await revalidate();
    });

  return (
    <AlertDialog
      open={open}
      onOpenChange={onOpenChange}
      title={draft ? 'Excluir rascunho?' : 'Encerrar anúncio?'}
      description={
        draft
          ? `“${title}” e suas fotos deixam de existir.`
          : `“${title}” sai do ar e não volta. Pedidos já feitos continuam na sua conta.`
      }
      cancelLabel={draft ? 'Manter rascunho' : 'Manter anúncio'}
      confirmLabel={draft ? 'Excluir rascunho' : 'Encerrar anúncio'}
      loading={pending}
      onConfirm={() => void remove()}
    >
      <ProblemBanner problem={problem} />
    </AlertDialog>
  );
}
