import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Order } from '#contract/orders/orders.ts';
import { sendPaymentProof } from '#contract/payments/payment-proofs.ts';
import { paymentProofLimits } from '#domain/payments/payment-proofs.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSession } from '#web/session.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { FileUpload } from '#web/ui/forms/file-upload.tsx';
import { formatCents } from '#web/ui/data/formats.ts';
import { MoneyInput } from '#web/ui/forms/money-input.tsx';
import { maxOf } from '#web/settings/sizes.ts';
import { Loading, Skeleton } from '#web/ui/page/skeleton.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { fromLocalTime, toLocalTime } from './local-time.ts';
import { useOwnOrder } from './use-own-order.ts';
import { useProofFile } from './use-proof-file.ts';

const formId = 'comprovante';
const fileRules = () => ({
  accept: paymentProofLimits.file.types.join(','),
  maxBytes: maxOf(paymentProofLimits.fileMegabytes) * 1_048_576,
  wrongType: 'Envie uma imagem ou PDF.',
});

/** Sends the proof of a manual payment: the file, who paid, from which bank, when and how much (§4.7). */
export function ProofDialog({ orderId, onClose }: { orderId: number; onClose: () => void }) {
  const found = useOwnOrder(orderId);
  if (
    found.state === 'found' &&
    found.order.deal?.payment?.manual &&
    found.order.state === 'awaiting_payment'
  )
    return <Form order={found.order} onClose={onClose} />;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Enviar comprovante"
      footer={
        <Button variant="secondary" onClick={onClose}>
          Fechar
        </Button>
      }
    >
      {found.state === 'loading' ? (
        <Loading name="o pedido">
          <Skeleton className="h-28 rounded-lg" />
          <Skeleton className="mt-4 h-11" />
        </Loading>
      ) : (
        <Banner tone="warning" role="alert">
          {found.state === 'failed' ? found.reason : 'Este pedido não espera comprovante agora.'}
        </Banner>
      )}
    </Dialog>
  );
}

function Form({ order, onClose }: { order: Order; onClose: () => void }) {
  const { reload } = useSession();
  const { revalidate } = useRevalidator();
  const totalCents = order.deal!.totalCents;
  const file = useProofFile();
  const [checked, setChecked] = useState(false);
  const [amountCents, setAmountCents] = useState<number | null>(null);
  const { formProps, errors, problem, pending } = useSubmission(sendPaymentProof, {
    params: { hash: order.hash },
    read: (form) => ({
      fileId: file.fileId ?? 0,
      payerName: String(form.get('payerName') ?? ''),
      bank: String(form.get('bank') ?? ''),
      paidAt: fromLocalTime(String(form.get('paidAt') ?? '')),
      amountCents: amountCents ?? 0,
    }),
    onDone: async () => {
      onClose();
      aviso.sucesso('Comprovante recebido', 'O prazo da conferência está no pedido.');
      await Promise.all([reload(), revalidate()]);
    },
  });
  const differs = amountCents !== null && amountCents !== totalCents;
  return (
    <Dialog
      open
      dismissable={!pending}
      onOpenChange={(open) => !open && onClose()}
      title={`Enviar comprovante do pedido ${order.code}`}
      description={`O pedido custa ${formatCents(totalCents)}.`}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Enviar depois
          </Button>
          <Button
            type="submit"
            form={formId}
            loading={pending}
            disabledReason={disabledReason({ sending: file.sending, fileId: file.fileId, checked })}
          >
            Enviar comprovante
          </Button>
        </>
      }
    >
      <form {...formProps} id={formId} className="flex flex-col gap-5">
        <div className="flex flex-col gap-3">
          {file.preview && (
            <img
              src={file.preview}
              alt="Prévia do comprovante escolhido"
              className="h-64 w-full rounded-lg border border-border bg-surface-2 object-contain"
            />
          )}
          <FileUpload
            {...fileRules()}
            prompt={`Foto ou PDF de até ${maxOf(paymentProofLimits.fileMegabytes)} MB`}
            items={file.items}
            onFiles={([first]) => first && file.choose(first)}
            onRetry={file.retry}
            onRemove={file.remove}
          />
          {errors.fileId && (
            <p role="alert" className="text-sm font-medium text-danger">
              {errors.fileId}
            </p>
          )}
        </div>
        <Field label="Nome de quem pagou" error={errors.payerName} announceError>
          <TextInput name="payerName" autoComplete="name" maxLength={paymentProofLimits.payerName.max} />
        </Field>
        <Field label="Banco de onde saiu" error={errors.bank} announceError>
          <TextInput name="bank" maxLength={paymentProofLimits.bank.max} />
        </Field>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Dia e hora do pagamento" error={errors.paidAt} announceError>
            <TextInput type="datetime-local" name="paidAt" defaultValue={toLocalTime(order.now)} />
          </Field>
          <Field
            label="Valor do comprovante"
            error={
              errors.amountCents ??
              (differs
                ? `O pedido custa ${formatCents(totalCents)}. Se você pagou outro valor, fale com o atendimento.`
                : undefined)
            }
            announceError
          >
            <MoneyInput value={amountCents} onValueChange={setAmountCents} />
          </Field>
        </div>
        <Checkbox checked={checked} onCheckedChange={setChecked}>
          O comprovante mostra {formatCents(totalCents)} e a data do pagamento.
        </Checkbox>
        <ProblemBanner problem={problem} />
      </form>
    </Dialog>
  );
}

function disabledReason(form: {
  sending: boolean;
  fileId: number | null;
  checked: boolean;
}): string | undefined {
  if (form.sending) return 'Espere o arquivo terminar de subir.';
  if (form.fileId === null) return 'Escolha a foto ou o PDF do comprovante.';
  return form.checked ? undefined : 'Confira o valor e a data e marque a caixa.';
}
