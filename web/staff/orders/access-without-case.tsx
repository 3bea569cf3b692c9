import { useState } from 'react';
import { openOrderAccess } from '#contract/orders/staff-orders.ts';
import type { ApiError } from '#web/api/api.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSession } from '#web/session.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';

const formId = 'motivo-da-leitura';

/** No open case allows staff to read this (T110); an administrator may open it by giving a reason. */
export function AccessWithoutCase({
  hash,
  problem,
  onOpened,
}: {
  hash: string;
  problem: ApiError;
  onOpened: () => void;
}) {
  const { user } = useSession();
  const [dialogOpen, setDialogOpen] = useState(false);
  return (
    <div className="flex flex-col items-start gap-3">
      <p role="alert" className="text-sm text-ink-2">
        {problem.detail}
      </p>
      {user.role.slug === 'admin' && (
        <Button variant="secondary" onClick={() => setDialogOpen(true)}>
          Escrever motivo
        </Button>
      )}
      {dialogOpen && <ReasonDialog hash={hash} onClose={() => setDialogOpen(false)} onOpened={onOpened} />}
    </div>
  );
}

function ReasonDialog({
  hash,
  onClose,
  onOpened,
}: {
  hash: string;
  onClose: () => void;
  onOpened: () => void;
}) {
  const { formProps, errors, problem, pending } = useSubmission(openOrderAccess, {
    params: { hash },
    read: (form) => ({ reason: String(form.get('reason') ?? '') }),
    onDone: () => {
      onClose();
      onOpened();
    },
  });
  return (
    <Dialog
      open
      title="Ler sem um caso em aberto"
      description="Vale por uma hora para a conversa, a entrega e os dados deste pedido. Seu nome, a hora e o motivo ficam no registro de ações."
      onOpenChange={(open) => !open && onClose()}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Voltar
          </Button>
          <Button type="submit" form={formId} loading={pending}>
            Abrir leitura
          </Button>
        </>
      }
    >
      <form {...formProps} id={formId} className="flex flex-col gap-5">
        <Field label="Motivo" error={errors.reason} announceError hint="Por que você precisa ler agora.">
          <Textarea name="reason" limit={500} />
        </Field>
        <ProblemBanner problem={problem} />
      </form>
    </Dialog>
  );
}
