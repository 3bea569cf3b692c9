import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Order } from '#contract/orders/orders.ts';
import { postReturn } from '#contract/shipping/returns.ts';
import { ownCarrierNames, ownCarriers } from '#domain/shipping/tracking-codes.ts';
import type { OwnCarrier } from '#domain/shipping/tracking-codes.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { TrackingCodeField } from '#web/shipping/tracking/tracking-code-field.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';

const carrierOptions = ownCarriers.map((value) => ({ value, label: ownCarrierNames[value] }));

/** S09, S11: the buyer says where the return was posted, with its tracking code. */
export function ReturnPostingForm({ order }: { order: Order }) {
  const { revalidate } = useRevalidator();
  const [carrier, setCarrier] = useState<OwnCarrier>('correios');
  const [typed, setTyped] = useState('');
  const [withoutCode, setWithoutCode] = useState(false);
  const { formProps, errors, setErrors, problem, pending } = useSubmission(postReturn, {
    params: { hash: order.hash },
    read: () => ({ carrier, trackingCode: withoutCode ? null : typed }),
    onDone: async () => {
      await revalidate();
      aviso.sucesso('Postagem informada', `@${order.seller} já pode acompanhar a devolução.`);
    },
  });
  return (
    <form {...formProps} method="post" className="flex w-full flex-col gap-4">
      <h3 className="text-h3">Informar a postagem da devolução</h3>
      <ProblemBanner problem={problem} />
      <Field label="Transportadora" error={errors.carrier} className="max-w-sm">
        <Select
          name="carrier"
          options={carrierOptions}
          value={carrier}
          onValueChange={(value) => setCarrier(ownCarriers.find((one) => one === value) ?? 'other')}
        />
      </Field>
      {!withoutCode && (
        <TrackingCodeField
          carrier={carrier}
          typed={typed}
          error={errors.trackingCode}
          onType={(next) => {
            setTyped(next);
            setErrors(({ trackingCode: _answered, ...others }) => others);
          }}
        />
      )}
      <Checkbox
        checked={withoutCode}
        onCheckedChange={setWithoutCode}
        hint={withoutCode ? 'A sua única prova é o comprovante da postagem. Guarde-o.' : undefined}
      >
        Postei sem código de rastreio
      </Checkbox>
      <Button type="submit" loading={pending} className="self-start">
        Informar postagem
      </Button>
    </form>
  );
}
