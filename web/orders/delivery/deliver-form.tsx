import { useRevalidator } from 'react-router';
import type { Order } from '#contract/orders/orders.ts';
import { deliverOrder } from '#contract/orders/orders.ts';
import { deliveryLimits } from '#domain/orders/delivery-proofs.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { maxOf } from '#web/settings/sizes.ts';
import { useSubmission } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/cards/card.tsx';
import { useDraft } from '#web/ui/conversation/use-draft.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { FileUpload } from '#web/ui/forms/file-upload.tsx';
import { formatCount } from '#web/ui/data/formats.ts';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import type { Deal } from '#web/orders/page/order-facts.ts';
import { may } from '#web/orders/page/order-facts.ts';
import { noteTexts } from './note-texts.ts';
import { fileIdsOf, proofHint, proofLabel, proofPrompt, proofRules, uploadBlocker } from './proof-texts.ts';
import { deliveryDraft } from './use-deliveries.ts';
import { useProofFiles } from './use-proof-files.ts';

/**
 * P13: the seller describes the delivery and adds the proof the category requires. The text is stored in this tab and
 * the files on the server until the delivery is sent, so that an error or a reload loses neither.
 */
export function DeliverForm({ order, deal }: { order: Order; deal: Deal }) {
  const { revalidate } = useRevalidator();
  const [note, setNote] = useDraft(deliveryDraft(order));
  const proofKind = deal.deliveryProof;
  const { attachments, ...proof } = useProofFiles(
    order.hash,
    proofKind === 'video' ? 'video' : 'file',
    deal.deliveryFiles,
  );
  const { formProps, errors, setErrors, problem, pending } = useSubmission(deliverOrder, {
    params: { hash: order.hash },
    read: () => ({ note, ...(proofKind !== 'text' && { fileIds: fileIdsOf(attachments) }) }),
    onDone: async () => {
      setNote('');
      await revalidate();
      aviso.sucesso('Entrega marcada', `Agora falta @${order.buyer} confirmar.`);
    },
  });

  /** Names files over the limit; choosing files clears an earlier error about them. */
  function add(chosen: readonly File[]): void {
    const max = maxOf(deliveryLimits.files);
    const left = max - attachments.length;
    proof.add(chosen.slice(0, left));
    setErrors(({ fileIds: _answered, ...others }) => others);
    if (chosen.length > left)
      aviso.erro(`Cabem até ${formatCount(max, 'arquivo', 'arquivos')}`, 'Os outros não foram enviados.');
  }

  return (
    <Card className="print:hidden">
      <form {...formProps} method="post" className="flex flex-col items-start gap-4">
        <h2 className="text-h2">Marcar como entregue</h2>
        <ProblemBanner problem={problem} />
        <Field
          label="Como você entregou"
          hint={`@${order.buyer} lê este texto. ${noteTexts[deal.categoryKind ?? 'any'].hint}`}
          error={errors.note}
          announceError
          className="w-full"
        >
          <Textarea
            name="note"
            limit={2000}
            value={note}
            onChange={({ target }) => setNote(target.value)}
            placeholder={`Ex.: ${noteTexts[deal.categoryKind ?? 'any'].example}`}
          />
        </Field>
        {proofKind !== 'text' && (
          <Field
            label={proofLabel[proofKind]}
            hint={proofHint[proofKind](order.buyer)}
            error={errors.fileIds}
            announceError
            className="w-full"
          >
            <FileUpload
              {...proofRules(proofKind)}
              multiple
              prompt={proofPrompt(proofKind, maxOf(deliveryLimits.files) - attachments.length)}
              items={attachments}
              onFiles={add}
              onRemove={(id) => void proof.removeFile(id)}
              onRetry={proof.retry}
            />
          </Field>
        )}
        {/* While the buyer's cancellation request is open, answering it is the page's primary action. */}
        <Button
          type="submit"
          variant={may(deal, 'answer_cancellation') ? 'secondary' : 'primary'}
          loading={pending}
          disabledReason={uploadBlocker(attachments)}
        >
          Marcar como entregue
        </Button>
      </form>
    </Card>
  );
}
