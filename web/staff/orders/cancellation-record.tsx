import type { DeliveryRecord } from '#contract/orders/delivery-record.ts';
import { DeliveryProof } from '#web/orders/delivery/delivery-proof.tsx';
import { Quote } from '#web/refunds/quote.tsx';

type Cancellation = NonNullable<DeliveryRecord['cancellation']>;

const stateTexts: Record<Cancellation['state'], string> = {
  open: 'Pedido de cancelamento sem resposta',
  accepted: 'Cancelamento aceito',
  refused: 'Cancelamento recusado',
  lapsed: 'Cancelado por falta de resposta',
  moot: 'Pedido de cancelamento sem efeito',
};

/** P14: the buyer's request to cancel a started delivery, and the seller's answer with its proof. */
export function CancellationRecord({
  hash,
  buyer,
  seller,
  cancellation: { state, note, answerNote, files },
}: {
  hash: string;
  buyer: string;
  seller: string;
  cancellation: Cancellation;
}) {
  return (
    <section aria-label={stateTexts[state]} className="flex flex-col gap-3">
      <h3 className="text-ui font-semibold">{stateTexts[state]}</h3>
      <Quote caption={`@${buyer} pediu`} text={note} />
      {answerNote && <Quote caption={`@${seller} respondeu`} text={answerNote} />}
      <DeliveryProof hash={hash} files={files} title="Prova da recusa" asStaff />
    </section>
  );
}
