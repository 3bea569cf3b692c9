import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Order } from '#contract/orders/orders.ts';
import { handOver } from '#contract/shipping/shipments.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatCount } from '#web/ui/data/formats.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { OtpInput } from '#web/ui/forms/otp-input.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { codeOfFragment } from './handover-path.ts';

/** S12: the seller types the buyer's code, or scanned it; the right one is the delivery. */
export function HandoverForm({ order, triesLeft }: { order: Order; triesLeft: number }) {
  const { revalidate } = useRevalidator();
  const [code, setCode] = useState(() => codeOfFragment(location.hash));
  const { formProps, errors, problem, pending } = useSubmission(handOver, {
    params: { hash: order.hash },
    read: () => ({ code }),
    onDone: async () => {
      await revalidate();
      aviso.sucesso('Entrega feita', `Agora falta @${order.buyer} confirmar.`);
    },
  });
  return (
    <form {...formProps} method="post" id="codigo" className="flex scroll-mt-32 flex-col gap-4 print:hidden">
      <ProblemBanner problem={problem} />
      <Field
        label={`Código de @${order.buyer}`}
        hint={`São 6 números. Peça na hora da entrega, com o item na mão. Você tem ${formatCount(triesLeft, 'tentativa', 'tentativas')}.`}
        error={errors.code}
        announceError
      >
        <OtpInput name="code" value={code} onValueChange={setCode} autoComplete="off" />
      </Field>
      <Button type="submit" loading={pending} className="self-start">
        Confirmar entrega
      </Button>
    </form>
  );
}
