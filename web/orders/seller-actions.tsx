import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import type { Order } from '#contract/orders/orders.ts';
import { cancelSale, startDelivery } from '#contract/orders/orders.ts';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { cancelReasonLabels } from '#web/labels.ts';
import { AlertDialog } from '#web/boot/alert-dialog.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { FieldSet } from '#web/ui/forms/field.tsx';
import { formatCents } from '#web/ui/data/formats.ts';
import { RadioGroup } from '#web/ui/forms/radio-group.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import type { Deal } from './page/order-facts.ts';
import { may, unrefundedCents, stepOf } from './page/order-facts.ts';
import { useOrderAction } from './use-order-action.ts';

const DeliverForm = lazyPart(async () => ({
  default: (await import('./delivery/deliver-form.tsx')).DeliverForm,
}));
// Refunds are rare, so the dialog loads separately from the page.
const RefundDialog = lazyPart(async () => ({
  default: (await import('#web/refunds/seller-actions.tsx')).RefundDialog,
}));
const CancellationAnswer = lazyPart(async () => ({
  default: (await import('#web/refunds/seller-actions.tsx')).CancellationAnswer,
}));

/** The seller's available actions: start, deliver, or cancel with a reason. */
export function SellerActions({ order, deal }: { order: Order; deal: Deal }) {
  return (
    <>
      {may(deal, 'deliver') && (
        <Suspense fallback={<Skeleton className="h-80 rounded-lg" />}>
          <DeliverForm order={order} deal={deal} />
        </Suspense>
      )}
      <div className="flex flex-wrap gap-3 empty:hidden print:hidden">
        {may(deal, 'start_delivery') && <StartButton order={order} deal={deal} />}
        {may(deal, 'cancel_sale') && <CancelDialog order={order} deal={deal} />}
        {may(deal, 'refund_sale') && (
          <Suspense>
            <RefundDialog order={order} deal={deal} />
          </Suspense>
        )}
        {stepOf(order, deal).button === 'see_balance' && (
          <Button asChild>
            <Link to="/conta/transacoes">Ver saldo</Link>
          </Button>
        )}
      </div>
    </>
  );
}

/** The buyer's cancellation request, with the seller's answer. */
export function CancellationRequest({ order, deal }: { order: Order; deal: Deal }) {
  if (!may(deal, 'answer_cancellation')) return null;
  return (
    <Suspense>
      <CancellationAnswer order={order} deal={deal} />
    </Suspense>
  );
}

function StartButton({ order, deal }: { order: Order; deal: Deal }) {
  const { send, pending, refusal } = useOrderAction(order.hash);
  // While the payment is in review the sentence above says to wait, so the button is not primary.
  const inReview = deal.waits?.for === 'bank' || deal.waits?.for === 'analysis';
  return (
    <div className="flex flex-col gap-3">
      <ProblemBanner problem={refusal} />
      <Button
        variant={inReview ? 'secondary' : 'primary'}
        loading={pending}
        onClick={() => void send(startDelivery)}
      >
        Iniciar entrega
      </Button>
    </div>
  );
}

type Reason = keyof typeof cancelReasonLabels;
const reasons = Object.keys(cancelReasonLabels) as Reason[];

function CancelDialog({ order, deal }: { order: Order; deal: Deal }) {
  const { send, pending, refusal, forget } = useOrderAction(order.hash);
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState<Reason>('no_stock');

  async function cancel(): Promise<void> {
    if (!(await send(cancelSale, { reason }))) return;
    setOpen(false);
    aviso.sucesso('Venda cancelada', `${formatCents(unrefundedCents(deal))} voltam para @${order.buyer}.`);
  }

  return (
    <AlertDialog
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        forget();
      }}
      trigger={<Button variant="secondary">Cancelar venda</Button>}
      title="Cancelar esta venda?"
      description={`${formatCents(unrefundedCents(deal))} voltam inteiros para @${order.buyer}. O cancelamento conta no seu histórico.`}
      cancelLabel="Manter venda"
      confirmLabel="Cancelar venda"
      loading={pending}
      onConfirm={() => void cancel()}
    >
      <FieldSet label="Motivo">
        <RadioGroup
          aria-label="Motivo"
          value={reason}
          onValueChange={(value) => setReason(reasons.find((one) => one === value) ?? 'other')}
          options={reasons.map((value) => ({ value, label: cancelReasonLabels[value] }))}
        />
      </FieldSet>
      <ProblemBanner problem={refusal} />
    </AlertDialog>
  );
}
