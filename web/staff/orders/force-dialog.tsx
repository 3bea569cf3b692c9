import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import { forceMove } from '#contract/refunds.ts';
import type { getStaffOrder } from '#contract/staff-orders.ts';
import type { ForcedEvent } from '#domain/orders.ts';
import { useStepUp } from '#web/accounts/step-up.tsx';
import { ProblemBanner } from '#web/problem-banner.tsx';
import { useSubmission } from '#web/submission.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field, FieldSet } from '#web/ui/field.tsx';
import { formatCents } from '#web/ui/formats.ts';
import { RadioGroup } from '#web/ui/radio-group.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { aviso } from '#web/ui/toast.tsx';
import { forcedWords } from './order-words.ts';

const formId = 'mover-pedido';

interface ForceDialogProps {
  order: Pick<Reply<typeof getStaffOrder>, 'hash' | 'code' | 'totalCents' | 'buyer' | 'seller' | 'force'>;
  onClose: () => void;
}

/** What becomes of the order, with its money, and why; nothing is chosen beforehand. */
export function ForceDialog({ order, onClose }: ForceDialogProps) {
  const { revalidate } = useRevalidator();
  const [event, setEvent] = useState<ForcedEvent | null>(null);
  const { formProps, errors, problem, pending } = useSubmission(forceMove, {
    params: { hash: order.hash },
    through: useStepUp(),
    read: (form) => ({ event: event!, reason: String(form.get('reason') ?? '').trim() }),
    onDone: async ({ waitingId }) => {
      if (waitingId === null)
        aviso.sucesso('Pedido movido', `${forcedWords[event!].title} no ${order.code}.`);
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
      title={`Mover o pedido ${order.code}`}
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
            {event ? forcedWords[event].title : 'Mover pedido'}
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
              label: forcedWords[move].title,
              hint: forcedWords[move].effect(amount),
            }))}
          />
        </FieldSet>
        <Field
          label="Motivo"
          hint="Fica no registro da equipe. Em uma devolução, quem comprou e quem vendeu leem."
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
