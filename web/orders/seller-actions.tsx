import { Suspense, useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import type { Order } from '#contract/orders.ts';
import { cancelSale, deliverOrder, startDelivery } from '#contract/orders.ts';
import { late } from '#web/late.ts';
import { ProblemBanner } from '#web/problem-banner.tsx';
import { useSubmission } from '#web/submission.ts';
import { cancelReasonWords } from '#web/text.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field, FieldSet } from '#web/ui/field.tsx';
import { formatCents } from '#web/ui/formats.ts';
import { RadioGroup } from '#web/ui/radio-group.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { aviso } from '#web/ui/toast.tsx';
import type { Deal } from './order-facts.ts';
import { may, stepOf } from './order-facts.ts';
import { useMove } from './use-move.ts';

// Giving back is rare and stays out of the page's first bytes.
const RefundDialog = late(async () => ({
  default: (await import('./seller-refund-actions.tsx')).RefundDialog,
}));
const CancellationAnswer = late(async () => ({
  default: (await import('./seller-refund-actions.tsx')).CancellationAnswer,
}));

/** What the seller may do now: start, deliver with a note, or cancel with a reason. */
export function SellerActions({ order, deal }: { order: Order; deal: Deal }) {
  return (
    <>
      {may(deal, 'answer_cancellation') && (
        <Suspense>
          <CancellationAnswer order={order} deal={deal} />
        </Suspense>
      )}
      {may(deal, 'deliver') && <DeliverForm order={order} />}
      <div className="flex flex-wrap gap-3 empty:hidden print:hidden">
        {may(deal, 'start_delivery') && <StartButton order={order} />}
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

function StartButton({ order }: { order: Order }) {
  const { move, pending, refusal } = useMove(order.hash);
  return (
    <div className="flex flex-col gap-3">
      <ProblemBanner problem={refusal} />
      <Button loading={pending} onClick={() => void move(startDelivery)}>
        Iniciar entrega
      </Button>
    </div>
  );
}

function DeliverForm({ order }: { order: Order }) {
  const { revalidate } = useRevalidator();
  const { formProps, errors, problem, pending } = useSubmission(deliverOrder, {
    params: { hash: order.hash },
    read: (form) => ({ note: String(form.get('note') ?? '') }),
    onDone: async () => {
      await revalidate();
      aviso.sucesso('Entrega marcada', `Agora falta @${order.buyer} confirmar.`);
    },
  });
  return (
    <Card className="print:hidden">
      <form {...formProps} method="post" className="flex flex-col items-start gap-4">
        <h2 className="text-h2">Marcar como entregue</h2>
        <ProblemBanner problem={problem} />
        <Field
          label="Como você entregou"
          hint={`@${order.buyer} lê este texto. Diga o que enviou, por onde e quando.`}
          error={errors.note}
          announceError
          className="w-full"
        >
          <Textarea
            name="note"
            limit={2000}
            placeholder="Ex.: enviei o acesso por e-mail hoje às 14h, com o passo a passo."
          />
        </Field>
        <Button type="submit" loading={pending}>
          Marcar como entregue
        </Button>
      </form>
    </Card>
  );
}

type Reason = keyof typeof cancelReasonWords;
const reasons = Object.keys(cancelReasonWords) as Reason[];

function CancelDialog({ order, deal }: { order: Order; deal: Deal }) {
  const { move, pending, refusal, forget } = useMove(order.hash);
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState<Reason>('no_stock');

  async function cancel(): Promise<void> {
    if (!(await move(cancelSale, { reason }))) return;
    setOpen(false);
    aviso.sucesso('Venda cancelada', `${formatCents(deal.totalCents)} volta para @${order.buyer}.`);
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
      description={`${formatCents(deal.totalCents)} volta inteiro para @${order.buyer}. O cancelamento conta no seu histórico.`}
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
          options={reasons.map((value) => ({ value, label: cancelReasonWords[value] }))}
        />
      </FieldSet>
      <ProblemBanner problem={refusal} />
    </AlertDialog>
  );
}
