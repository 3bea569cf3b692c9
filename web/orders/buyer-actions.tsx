import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Order } from '#contract/orders/orders.ts';
import { abandonOrder, confirmOrder, withdrawPurchase } from '#contract/orders/orders.ts';
import type { PaymentMethod } from '#domain/payments/payments.ts';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSession } from '#web/session.tsx';
import { AlertDialog } from '#web/boot/alert-dialog.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatCents } from '#web/ui/data/formats.ts';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { interestNote } from '#web/payments/payment-texts.ts';
import type { Deal } from './page/order-facts.ts';
import { may, unrefundedCents, stepOf } from './page/order-facts.ts';
import { useOrderAction } from './use-order-action.ts';

// Refund actions are rare, so they load separately from the page.
const RefundActions = lazyPart(async () => ({
  default: (await import('#web/refunds/buyer-actions.tsx')).BuyerRefundActions,
}));

/** The buyer's available actions: the current step's button first, cancellation and refunds after it. */
export function BuyerActions({ order, deal }: { order: Order; deal: Deal }) {
  const unrefunded = formatCents(unrefundedCents(deal));
  const heldCents = deal.payment?.heldCents ?? 0;
  const paidText =
    heldCents > 0 ? `Os ${formatCents(heldCents)} que você pagou voltam inteiros.` : 'Nada foi cobrado.';
  const { button } = stepOf(order, deal);
  return (
    <div className="flex flex-wrap gap-3 empty:hidden print:hidden">
      {/* Unopened codes are opened and checked first. */}
      {may(deal, 'confirm') && button !== 'reveal' && (
        <ConfirmButton
          order={order}
          unrefunded={unrefunded}
          isPrimary={button === 'confirm' || button === 'receive'}
        />
      )}
      {may(deal, 'withdraw_purchase') && (
        <ActionDialog
          order={order}
          endpoint={withdrawPurchase}
          trigger={<Button variant="secondary">Cancelar compra</Button>}
          title="Cancelar esta compra?"
          description={`A entrega ainda não começou. ${unrefunded} voltam inteiros para você. ${interestNote(deal.payment)}`}
          cancelLabel="Manter compra"
          confirmLabel="Cancelar compra"
          done={['Compra cancelada', `${unrefunded} voltam inteiros para você.`]}
        />
      )}
      {(may(deal, 'request_cancellation') || may(deal, 'regret')) && (
        <Suspense>
          <RefundActions order={order} deal={deal} />
        </Suspense>
      )}
      {may(deal, 'abandon') && (
        <ActionDialog
          order={order}
          endpoint={abandonOrder}
          trigger={
            <Button variant="quiet" className="-ml-4 whitespace-nowrap">
              Cancelar pedido
            </Button>
          }
          title="Cancelar este pedido?"
          description={`${voidedChargeTexts[deal.payment?.method ?? 'balance'] ?? ''}O item volta para o estoque. ${paidText}`}
          cancelLabel="Manter pedido"
          confirmLabel="Cancelar pedido"
          done={['Pedido cancelado', paidText]}
        />
      )}
      {button === 'see_similar' && order.state !== 'expired' && (
        <Button asChild variant={order.state === 'completed' ? 'secondary' : 'primary'}>
          <Link to={`/anuncio/${order.listing.slug}#parecidos`}>Ver parecidos</Link>
        </Button>
      )}
    </div>
  );
}

interface ConfirmButtonProps {
  order: Order;
  unrefunded: string;
  isPrimary: boolean;
}

/** P17, S08: a parcel may be confirmed before its carrier reports it. */
function ConfirmButton({ order, unrefunded, isPrimary }: ConfirmButtonProps) {
  const seller = `@${order.seller}`;
  const unreported = order.state === 'in_delivery';
  return (
    <ActionDialog
      order={order}
      endpoint={confirmOrder}
      trigger={
        <Button variant={isPrimary ? 'primary' : 'secondary'}>
          {unreported ? 'Recebi o pacote' : 'Confirmar recebimento'}
        </Button>
      }
      tone="primary"
      title={`Liberar ${unrefunded} para ${seller}?`}
      description={
        unreported
          ? 'Confirme só com o pacote na mão e conferido. Depois disso não dá para desfazer.'
          : 'Depois disso não dá para desfazer. Se algo está errado, abra uma reclamação.'
      }
      cancelLabel="Ainda não"
      confirmLabel={`Liberar ${unrefunded}`}
      done={['Compra concluída', `${unrefunded} liberados para ${seller}.`]}
    />
  );
}

/** What happens to the pending charge when the order is cancelled. */
const voidedChargeTexts: Partial<Record<PaymentMethod, string>> = {
  pix: 'O código Pix deixa de valer. ',
  boleto: 'O boleto deixa de valer. ',
};

interface ActionDialogProps {
  order: Order;
  endpoint: Endpoint;
  trigger: React.ReactElement;
  tone?: 'danger' | 'primary';
  title: string;
  description: string;
  cancelLabel: string;
  confirmLabel: string;
  done: [title: string, text: string];
}

/** Asks for confirmation, sends the action and shows a refusal inside the dialog. */
function ActionDialog({ order, endpoint, done, ...dialog }: ActionDialogProps) {
  const [open, setOpen] = useState(false);
  const { send, pending, refusal, forget } = useOrderAction(order.hash);
  const { reload } = useSession();

  async function confirm(): Promise<void> {
    if (!(await send(endpoint))) return;
    setOpen(false);
    aviso.sucesso(...done);
    void reload();
  }

  return (
    <AlertDialog
      {...dialog}
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        forget();
      }}
      loading={pending}
      onConfirm={() => void confirm()}
    >
      <ProblemBanner problem={refusal} />
    </AlertDialog>
  );
}
