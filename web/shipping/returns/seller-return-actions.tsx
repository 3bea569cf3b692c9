import { useState } from 'react';
import type { Order } from '#contract/orders/orders.ts';
import type { OrderReturn } from '#contract/shipping/returns.ts';
import { acceptReturn, contestReturn } from '#contract/shipping/returns.ts';
import { deliveryLimits } from '#domain/orders/delivery-proofs.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { AlertDialog } from '#web/boot/alert-dialog.tsx';
import { fileIdsOf, proofPrompt, proofRules, uploadBlocker } from '#web/orders/delivery/proof-texts.ts';
import { useProofFiles } from '#web/orders/delivery/use-proof-files.ts';
import { useOrderAction } from '#web/orders/use-order-action.ts';
import { maxOf } from '#web/settings/sizes.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { FileUpload } from '#web/ui/forms/file-upload.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';

interface Props {
  order: Order;
  back: OrderReturn;
}

/** What the seller says of what came back: all well, or a contest with photos that staff decide. */
export function SellerReturnActions({ order, back }: Props) {
  if (back.actions.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-3 print:hidden">
      {back.actions.includes('accept') && <Accept order={order} early={back.state === 'to_post'} />}
      {back.actions.includes('contest') && <Contest order={order} back={back} />}
    </div>
  );
}

/** @param early before it was posted: nothing is expected of the seller yet */
function Accept({ order, early }: { order: Order; early: boolean }) {
  const { send, pending, refusal } = useOrderAction(order.hash);

  async function accept(): Promise<void> {
    if (await send(acceptReturn))
      aviso.sucesso('Devolução confirmada', `O valor volta para @${order.buyer}.`);
  }

  return (
    <AlertDialog
      trigger={<Button variant={early ? 'secondary' : 'primary'}>Recebi tudo certo</Button>}
      tone="primary"
      title="Você recebeu tudo certo?"
      description={`O valor volta inteiro para @${order.buyer} agora, e não dá para desfazer.`}
      cancelLabel="Voltar"
      confirmLabel="Recebi tudo certo"
      loading={pending}
      onConfirm={() => void accept()}
    >
      <ProblemBanner problem={refusal} />
    </AlertDialog>
  );
}

function Contest({ order, back }: Props) {
  const { send, pending, refusal, forget } = useOrderAction(order.hash);
  const [open, setOpen] = useState(false);
  const [words, setWords] = useState('');
  const { attachments, ...proof } = useProofFiles(order.hash, 'return', back.files);
  const left = maxOf(deliveryLimits.files) - attachments.length;

  async function contest(): Promise<void> {
    if (!(await send(contestReturn, { words, fileIds: fileIdsOf(attachments) }))) return;
    setOpen(false);
    aviso.sucesso('Contestação enviada', 'A equipe olha as provas e decide.');
  }

  return (
    <AlertDialog
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        forget();
      }}
      trigger={<Button variant="secondary">Contestar</Button>}
      tone="primary"
      title="O que voltou não está certo?"
      description={`A equipe olha as provas e decide. @${order.buyer} lê o que você escrever e vê as fotos.`}
      cancelLabel="Voltar"
      confirmLabel="Contestar devolução"
      loading={pending}
      disabledReason={uploadBlocker(attachments)}
      onConfirm={() => void contest()}
    >
      <Field label="O que está errado" error={refusal?.fields.words} announceError>
        <Textarea limit={2000} value={words} onChange={(event) => setWords(event.target.value)} />
      </Field>
      <Field
        label="Fotos do que voltou"
        hint="A caixa, a etiqueta e o que está errado."
        error={refusal?.fields.fileIds}
        announceError
      >
        <FileUpload
          {...proofRules('file')}
          multiple
          prompt={proofPrompt('file', left)}
          items={attachments}
          onFiles={(chosen) => proof.add(chosen.slice(0, left))}
          onRemove={(id) => void proof.removeFile(id)}
          onRetry={proof.retry}
        />
      </Field>
      {!refusal?.fields.words && !refusal?.fields.fileIds && <ProblemBanner problem={refusal} />}
    </AlertDialog>
  );
}
