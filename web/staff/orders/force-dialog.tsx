import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import { forceMove } from '#contract/refunds/refunds.ts';
import type { getStaffOrder } from '#contract/orders/staff-orders.ts';
import type { ForcedEvent } from '#domain/orders/orders.ts';
import { useStepUp } from '#web/accounts/proof/step-up.tsx';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Field, FieldSet } from '#web/ui/forms/field.tsx';
import { formatCents } from '#web/ui/data/formats.ts';
import { RadioGroup } from '#web/ui/forms/radio-group.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { forcedStateTexts } from './order-labels.ts';

const formId = 'mover-pedido';

interface ForceDialogProps {
  order: Pick<Reply<typeof getStaffOrder>, 'hash' | 'code' | 'totalCents' | 'buyer' | 'seller' | 'force'>;
  onClose: () => void;
}

/** The forced state, its effect on the money, and the reason; nothing is preselected. */
export function ForceDialog({ order, onClose }: ForceDialogProps) {
  const { revalidate } = useRevalidator();
  const [event, setEvent] = useState<ForcedEvent | null>(null);
  const { formProps, errors, problem, pending } = useSubmission(forceMove, {
    params: { hash: order.hash },
    withProof: useStepUp(),
    read: (form) => ({ event: event!, reason: String(form.get('reason') ?? '').trim() }),
    onDone: async ({ waitingId }) => {
      if (waitingId === null)
        aviso.sucesso('Situação do pedido mudada', `${forcedStateTexts[event!].title} no ${order.code}.`);
      else aviso.sucesso('Mudança pedida', 'Falta outra pessoa da administração aprovar.');
      onClose();
      await revalidate();
    },
  });
  const amount = formatCents(order.totalCents);
  return (
    <Dialog
      open
      dismissable={!pending}
      onOpenChange={(open) => !open && onClose()}
      title={`Mudar a situação do pedido ${order.code}`}
      description={`${amount} de @${order.buyer.username} para @${order.seller.username}.`}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Manter pedido
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="danger"
            loading={pending}
            disabledReason={event ? undefined : 'Escolha o que acontece com o pedido.'}
          >
            {event ? forcedStateTexts[event].title : 'Mudar situação'}
          </Button>
        </>
      }
    >
      <form {...formProps} id={formId} className="flex flex-col gap-5">
        <FieldSet label="O que acontece" error={errors.event}>
          <RadioGroup
            aria-label="O que acontece"
            value={event ?? ''}
            onValueChange={(chosen) => setEvent(chosen as ForcedEvent)}
            options={order.force.moves.map((move) => ({
              value: move,
              label: forcedStateTexts[move].title,
              hint: forcedStateTexts[move].effect(amount),
            }))}
          />
        </FieldSet>
        <Field
          label="Motivo"
          hint="Fica no registro da equipe. Em um reembolso, quem comprou e quem vendeu leem."
          error={errors.reason}
          announceError
        >
          <Textarea name="reason" limit={2000} />
        </Field>
        <ProblemBanner problem={problem} />
      </form>
    </Dialog>
  );
}
