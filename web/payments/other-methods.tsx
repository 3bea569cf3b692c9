import { useState } from 'react';
import { createPayment } from '#contract/payments/payments.ts';
import { outOfTimeTexts } from '#domain/payments/out-of-time-texts.ts';
import { providerMethods } from '#domain/payments/payments.ts';
import type { ProviderMethod } from '#domain/payments/payments.ts';
import { useSettings } from '#web/settings/site-settings.ts';
import type { ApiError } from '#web/api/api.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { emptyPayer, PayerFields, useNeedsPayer } from './payer-fields.tsx';
import { methodLabels } from './payment-texts.ts';
import { useOrderAction } from '#web/orders/use-order-action.ts';

interface OtherMethodsProps {
  hash: string;
  /** The method shown now. */
  method: string;
  /** A part was paid and the rest is pending. */
  partlyPaid: boolean;
  /** Methods that can still complete in time. */
  available: readonly ProviderMethod[];
  /** Called with `card` when its form must be filled in first: choosing it changes nothing on the server yet. */
  onChoose: (method: ProviderMethod | null) => void;
}

/** Whether the form below shows the refusal. */
const hasField = (refusal: ApiError | null) =>
  refusal?.meta.needs === 'payer' || Boolean(refusal?.fields.payerName ?? refusal?.fields.payerDocument);

/** The other payment methods for this order. A method that is made out to a document asks for it here. */
export function OtherMethods({ hash, method, partlyPaid, available, onChoose }: OtherMethodsProps) {
  const settings = useSettings();
  const { send, pending, refusal } = useOrderAction(hash);
  const [chosen, setChosen] = useState<ProviderMethod | null>(null);
  const [payer, setPayer] = useState(emptyPayer);
  const asksPayer = useNeedsPayer(chosen ?? 'pix') || refusal?.meta.needs === 'payer';
  const others = providerMethods.filter((each) => each !== method && settings?.methods.includes(each));
  if (others.length === 0) return null;

  async function choose(other: ProviderMethod): Promise<void> {
    if (other === 'card' && settings?.card.fieldsPath) return onChoose(other);
    setChosen(other);
    if (await send(createPayment, { method: other })) onChoose(null);
  }

  async function payAs(made: ProviderMethod): Promise<void> {
    if (await send(createPayment, { method: made, ...payer })) onChoose(null);
  }

  function disabledReason(other: ProviderMethod): string | undefined {
    if (pending) return 'A troca está em andamento.';
    if (partlyPaid && other === 'boleto') return 'O boleto compensa depois do prazo que o resto tem.';
    return available.includes(other) ? undefined : outOfTimeTexts[other];
  }

  return (
    <section aria-labelledby="outra-forma" className="border-t border-border pt-4">
      <h2 id="outra-forma" className="text-sm text-ink-2">
        Prefere pagar de outro jeito?
      </h2>
      {!hasField(refusal) && <ProblemBanner problem={refusal} />}
      <div className="mt-2 flex flex-wrap gap-2">
        {others.map((other) => (
          <Button
            key={other}
            variant="secondary"
            disabledReason={disabledReason(other)}
            onClick={() => void choose(other)}
          >
            {methodLabels[other].pay}
          </Button>
        ))}
      </div>
      {chosen && asksPayer && (
        <form
          noValidate
          className="mt-4 flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            void payAs(chosen);
          }}
        >
          <PayerFields value={payer} errors={refusal?.fields} onChange={setPayer} />
          <Button type="submit" loading={pending} className="self-start">
            {methodLabels[chosen].pay} com estes dados
          </Button>
        </form>
      )}
    </section>
  );
}
