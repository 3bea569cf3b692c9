import { useRevalidator } from 'react-router';
import type { Order } from '#contract/orders/orders.ts';
import { deliverOrder } from '#contract/orders/orders.ts';
import { deliveryLimits } from '#domain/orders/delivery-proofs.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { mostOf } from '#web/settings/sizes.ts';
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
import { idsOf, proofHint, proofLabel, proofPrompt, proofRules, waitsFor } from './proof-words.ts';
import { deliveryDraft } from './use-deliveries.ts';
import { useProof } from './use-proof.ts';

/**
 * P13: the seller says how it was delivered and brings the proof that the category asks for. Words stay in this tab and
 * files at the server until the delivery is made, so that neither an error nor a reload loses any.
 */
export function DeliverForm({ order, deal }: { order: Order; deal: Deal }) {
  const { revalidate } = useRevalidator();
  const [note, write] = useDraft(deliveryDraft(order));
  const asked = deal.deliveryProof;
  const { attachments, ...proof } = useProof(
    order.hash,
    asked === 'video' ? 'video' : 'file',
    deal.deliveryFiles,
  );
  const { formProps, errors, setErrors, problem, pending } = useSubmission(deliverOrder, {
    params: { hash: order.hash },
    read: () => ({ note, ...(asked !== 'text' && { fileIds: idsOf(attachments) }) }),
    onDone: async () => {
      write('');
      await revalidate();
      aviso.sucesso('Entrega marcada', `Agora falta @${order.buyer} confirmar.`);
    },
  });

  /** What does not fit any more is named; what is chosen answers an earlier refusal. */
  function add(chosen: readonly File[]): void {
    const most = mostOf(deliveryLimits.files);
    const left = most - attachments.length;
    proof.add(chosen.slice(0, left));
    setErrors(({ fileIds: _answered, ...others }) => others);
    if (chosen.length > left)
      aviso.erro(`Cabem até ${formatCount(most, 'arquivo', 'arquivos')}`, 'Os outros não foram enviados.');
  }

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
            value={note}
            onChange={({ target }) => write(target.value)}
            placeholder="Ex.: enviei o acesso por e-mail hoje às 14h, com o passo a passo."
          />
        </Field>
        {asked !== 'text' && (
          <Field
            label={proofLabel[asked]}
            hint={proofHint[asked](order.buyer)}
            error={errors.fileIds}
            announceError
            className="w-full"
          >
            <FileUpload
              {...proofRules(asked)}
              multiple
              prompt={proofPrompt(asked, mostOf(deliveryLimits.files) - attachments.length)}
              items={attachments}
              onFiles={add}
              onRemove={(id) => void proof.takeBack(id)}
              onRetry={proof.retry}
            />
          </Field>
        )}
        {/* While the buyer's wish to cancel is open, its answer is what the page asks for. */}
        <Button
          type="submit"
          variant={may(deal, 'answer_cancellation') ? 'secondary' : 'primary'}
          loading={pending}
          disabledReason={waitsFor(attachments)}
        >
          Marcar como entregue
        </Button>
      </form>
    </Card>
  );
}
