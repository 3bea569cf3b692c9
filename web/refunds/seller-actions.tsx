import { useState } from 'react';
import type { Order } from '#contract/orders/orders.ts';
import { answerCancellation, refundOrder } from '#contract/refunds/refunds.ts';
import { deliveryLimits } from '#domain/orders/delivery-proofs.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { maxOf } from '#web/settings/sizes.ts';
import { AlertDialog } from '#web/boot/alert-dialog.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/cards/card.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { formatCents, formatDateTime } from '#web/ui/data/formats.ts';
import { FileUpload } from '#web/ui/forms/file-upload.tsx';
import { MoneyInput } from '#web/ui/forms/money-input.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import type { Deal } from '#web/orders/page/order-facts.ts';
import { may, unrefundedCents } from '#web/orders/page/order-facts.ts';
import { fileIdsOf, proofPrompt, proofRules, uploadBlocker } from '#web/orders/delivery/proof-texts.ts';
import { useOrderAction } from '#web/orders/use-order-action.ts';
import { useProofFiles } from '#web/orders/delivery/use-proof-files.ts';

interface Props {
  order: Order;
  deal: Deal;
}

/** Answers the buyer's cancellation request; no answer in time accepts it (P14). */
export function CancellationAnswer({ order, deal }: Props) {
  const { send, pending, refusal, forget } = useOrderAction(order.hash);
  const [refusing, setRefusing] = useState(false);
  const [note, setNote] = useState('');
  const { attachments, ...proof } = useProofFiles(order.hash, 'refusal', deal.cancellation?.files ?? []);
  if (!may(deal, 'answer_cancellation') || !deal.cancellation) return null;
  const amount = formatCents(unrefundedCents(deal));

  async function answer(decision: 'accept' | 'refuse'): Promise<void> {
    const body = decision === 'refuse' ? { note, fileIds: fileIdsOf(attachments) } : { note: '' };
    if (!(await send(answerCancellation, { decision, ...body }))) return;
    setRefusing(false);
    if (decision === 'accept') aviso.sucesso('Venda cancelada', `${amount} voltam para @${order.buyer}.`);
    else aviso.sucesso('Cancelamento recusado', `Agora entregue para @${order.buyer}.`);
  }

  return (
    <Card className="flex flex-col gap-4 border-warning print:hidden">
      <h2 className="text-h2 wrap-anywhere">@{order.buyer} pediu cancelamento</h2>
      <p className="text-body text-ink-2">
        Responda até {formatDateTime(deal.cancellation.dueAt)}. Sem resposta, a venda é cancelada e {amount}{' '}
        voltam inteiros.
      </p>
      <blockquote className="rounded-lg bg-surface-2 p-4 text-body whitespace-pre-line">
        {deal.cancellation.note}
      </blockquote>
      {!refusing && <ProblemBanner problem={refusal} />}
      <div className="flex flex-wrap gap-3">
        <AlertDialog
          trigger={<Button>Aceitar cancelamento</Button>}
          title="Aceitar o cancelamento?"
          description={`${amount} voltam inteiros para @${order.buyer}. Isso não conta no seu histórico.`}
          cancelLabel="Manter venda"
          confirmLabel="Aceitar cancelamento"
          loading={pending}
          onConfirm={() => void answer('accept')}
        >
          <ProblemBanner problem={refusal} />
        </AlertDialog>
        <AlertDialog
          open={refusing}
          onOpenChange={(next) => {
            setRefusing(next);
            forget();
          }}
          trigger={<Button variant="secondary">Recusar</Button>}
          tone="primary"
          title="Recusar o cancelamento?"
          description={`A venda continua e você entrega no prazo. @${order.buyer} lê o motivo e vê a prova.`}
          cancelLabel="Voltar"
          confirmLabel="Recusar cancelamento"
          loading={pending}
          disabledReason={uploadBlocker(attachments)}
          onConfirm={() => void answer('refuse')}
        >
          <Field label="Por que você recusa" error={refusal?.fields.note} announceError>
            <Textarea limit={2000} value={note} onChange={(event) => setNote(event.target.value)} />
          </Field>
          <Field
            label="Prova do motivo"
            hint={`O comprovante de envio ou a conversa, por exemplo. @${order.buyer} vê o que você enviar, e a equipe também, numa reclamação.`}
            error={refusal?.fields.fileIds}
            announceError
          >
            <FileUpload
              {...proofRules('file')}
              multiple
              prompt={proofPrompt('file', maxOf(deliveryLimits.files) - attachments.length)}
              items={attachments}
              onFiles={(chosen) =>
                proof.add(chosen.slice(0, maxOf(deliveryLimits.files) - attachments.length))
              }
              onRemove={(id) => void proof.removeFile(id)}
              onRetry={proof.retry}
            />
          </Field>
          {!refusal?.fields.note && <ProblemBanner problem={refusal} />}
        </AlertDialog>
      </div>
    </Card>
  );
}

/** P25: the seller refunds a part or all of the price, at any time and without staff. */
export function RefundDialog({ order, deal }: Props) {
  const { send, pending, refusal, forget } = useOrderAction(order.hash);
  const [open, setOpen] = useState(false);
  const [amountCents, setAmountCents] = useState<number | null>(null);
  const [note, setNote] = useState('');
  const remainingCents = unrefundedCents(deal);
  const isFull = amountCents === remainingCents;
  const isTooHigh = amountCents !== null && amountCents > remainingCents;
  const problemOf = (field: string) => refusal?.fields[field];

  async function give(): Promise<void> {
    if (!(await send(refundOrder, { amountCents: amountCents ?? 0, note }))) return;
    setOpen(false);
    aviso.sucesso('Reembolso feito', `${formatCents(amountCents ?? 0)} voltam para @${order.buyer}.`);
    setAmountCents(null);
    setNote('');
  }

  if (!may(deal, 'refund_sale')) return null;
  return (
    <AlertDialog
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        forget();
      }}
      trigger={<Button variant="secondary">Devolver valor</Button>}
      title={`Reembolsar @${order.buyer}?`}
      description={`Você pode devolver até ${formatCents(remainingCents)}. No reembolso parcial, a venda continua e a tarifa vale só sobre o resto. No total, a venda termina e a tarifa não é cobrada.`}
      cancelLabel="Voltar"
      confirmLabel={amountCents && !isTooHigh ? `Devolver ${formatCents(amountCents)}` : 'Devolver valor'}
      loading={pending}
      onConfirm={() => void give()}
    >
      <Field
        label="Valor do reembolso"
        hint={
          isFull
            ? 'É o valor inteiro: a venda termina.'
            : `Resta ${formatCents(remainingCents)} neste pedido.`
        }
        error={
          isTooHigh ? `O valor não pode passar de ${formatCents(remainingCents)}.` : problemOf('amountCents')
        }
        announceError
      >
        <MoneyInput value={amountCents} onValueChange={setAmountCents} />
      </Field>
      <Field label="Motivo" hint={`@${order.buyer} lê este texto.`} error={problemOf('note')} announceError>
        <Textarea limit={2000} value={note} onChange={(event) => setNote(event.target.value)} />
      </Field>
      {Object.keys(refusal?.fields ?? {}).length === 0 && <ProblemBanner problem={refusal} />}
    </AlertDialog>
  );
}
