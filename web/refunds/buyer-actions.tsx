import { useState } from 'react';
import type { Order } from '#contract/orders/orders.ts';
import { regretOrder, requestCancellation } from '#contract/refunds/refunds.ts';
import { durationText } from '#domain/text/durations.ts';
import { useSettings } from '#web/settings/site-settings.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { AlertDialog } from '#web/boot/alert-dialog.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Field, FieldSet } from '#web/ui/forms/field.tsx';
import { formatCents, formatCount, formatDateTime } from '#web/ui/data/formats.ts';
import { RadioGroup } from '#web/ui/forms/radio-group.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import type { Deal } from '#web/orders/page/order-facts.ts';
import { may, unrefundedCents } from '#web/orders/page/order-facts.ts';
import { interestNote } from '#web/payments/payment-texts.ts';
import { destinationChoices } from './refund-texts.ts';
import type { OrderRefund } from './refund-texts.ts';
import { useOrderAction } from '#web/orders/use-order-action.ts';

interface Props {
  order: Order;
  deal: Deal;
}

/** The buyer's requests: cancel a started delivery (P14), or withdraw within seven days (P24). */
export function BuyerRefundActions({ order, deal }: Props) {
  return (
    <>
      {may(deal, 'request_cancellation') && <CancellationDialog order={order} deal={deal} />}
      {may(deal, 'regret') && <RegretDialog order={order} deal={deal} />}
    </>
  );
}

function CancellationDialog({ order, deal }: Props) {
  const { send, pending, refusal, forget } = useOrderAction(order.hash);
  const [open, setOpen] = useState(false);
  const [note, setNote] = useState('');
  const answer = durationText(deal.terms.cancellationAnswerMs);

  async function ask(): Promise<void> {
    if (!(await send(requestCancellation, { note }))) return;
    setOpen(false);
    aviso.sucesso('Pedido enviado', `@${order.seller} tem ${answer} para responder.`);
  }

  return (
    <AlertDialog
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        forget();
      }}
      trigger={<Button variant="secondary">Pedir cancelamento</Button>}
      title="Pedir o cancelamento desta compra?"
      description={`A entrega já começou, então @${order.seller} responde em até ${answer}. Sem resposta, o pedido é cancelado e ${formatCents(unrefundedCents(deal))} voltam inteiros para você. ${interestNote(deal.payment)}`}
      cancelLabel="Manter compra"
      confirmLabel="Pedir cancelamento"
      loading={pending}
      onConfirm={() => void ask()}
    >
      <Field label="Por que você quer cancelar" error={refusal?.fields.note} announceError>
        <Textarea limit={2000} value={note} onChange={(event) => setNote(event.target.value)} />
      </Field>
      {!refusal?.fields.note && <ProblemBanner problem={refusal} />}
    </AlertDialog>
  );
}

/** S11: a thing comes back first; its way back is never the buyer's cost (CDC, art. 49). */
function returnText(isPickup: boolean, days: number | undefined): string {
  const time = days === undefined ? '' : `, em até ${formatCount(days, 'dia', 'dias')}`;
  return isPickup
    ? `Você devolve o que recebeu em mãos${time}.`
    : `Você devolve o que recebeu pelo correio${time}, e o frete de volta não é pago por você.`;
}

type Destination = OrderRefund['destination'];

function RegretDialog({ order, deal }: Props) {
  const { send, pending, refusal, forget } = useOrderAction(order.hash);
  const [open, setOpen] = useState(false);
  const choices = destinationChoices(deal.payment ?? { method: 'pix', returnsOnly: false });
  const [destination, setDestination] = useState<Destination>(choices[0]!.value);
  const settings = useSettings();
  const limit = settings ? ` e responde em até ${durationText(settings.regretDecisionMs)}` : '';
  const unopened = deal.deliveryType === 'automatic' && deal.revealedAt === null;
  const isThing = deal.deliveryType === 'shipping' || deal.deliveryType === 'pickup';
  const amount = formatCents(unrefundedCents(deal));

  async function regret(): Promise<void> {
    if (!(await send(regretOrder, { destination }))) return;
    setOpen(false);
    aviso.sucesso('Desistência recebida', 'O protocolo está no pedido e no seu e-mail.');
  }

  return (
    <AlertDialog
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        forget();
      }}
      trigger={
        <Button variant="quiet" className="-ml-4 whitespace-nowrap">
          Desistir da compra
        </Button>
      }
      title="Desistir desta compra?"
      description={`${
        isThing
          ? `${returnText(deal.deliveryType === 'pickup', settings?.returns.days)} Depois disso, ${amount} voltam inteiros, com o frete da compra.`
          : unopened
            ? `Os códigos não foram abertos, então ${amount} voltam inteiros para você, em geral na hora.`
            : `O item já foi entregue, então a equipe confere${limit}. Aprovada a desistência, ${amount} voltam inteiros.`
      } ${interestNote(deal.payment)} Você pode desistir sem dar motivo até ${formatDateTime(deal.regretUntil!)}.`}
      cancelLabel="Manter compra"
      confirmLabel="Desistir da compra"
      loading={pending}
      onConfirm={() => void regret()}
    >
      <FieldSet label="Para onde o dinheiro volta">
        <RadioGroup
          aria-label="Para onde o dinheiro volta"
          value={destination}
          onValueChange={(value) => setDestination(value as Destination)}
          options={choices}
        />
      </FieldSet>
      <ProblemBanner problem={refusal} />
    </AlertDialog>
  );
}
