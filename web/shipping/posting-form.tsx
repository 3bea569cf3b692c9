import type { ReactNode } from 'react';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { postReturn } from '#contract/shipping/returns.ts';
import type { postParcel } from '#contract/shipping/shipments.ts';
import { ownCarrierNames, ownCarriers } from '#domain/shipping/tracking-codes.ts';
import type { OwnCarrier } from '#domain/shipping/tracking-codes.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { TrackingCodeField } from './tracking/tracking-code-field.tsx';

const carrierOptions = ownCarriers.map((value) => ({ value, label: ownCarrierNames[value] }));

interface PostingFormProps {
  endpoint: typeof postParcel | typeof postReturn;
  hash: string;
  /** The carrier that is chosen first. */
  carrier?: OwnCarrier;
  title: string;
  /** What to do before the posting. */
  children?: ReactNode;
  /** What a posting without a code means for the one who posts. */
  withoutCodeHint: string;
  /** What the other side does next, once the posting is stored. */
  done: string;
}

/** S07, S09, S11: says where a parcel was posted, there or back, with its tracking code. */
export function PostingForm({
  endpoint,
  hash,
  title,
  children,
  withoutCodeHint,
  done,
  ...props
}: PostingFormProps) {
  const { revalidate } = useRevalidator();
  const [carrier, setCarrier] = useState<OwnCarrier>(props.carrier ?? 'correios');
  const [typed, setTyped] = useState('');
  const [withoutCode, setWithoutCode] = useState(false);
  const { formProps, errors, setErrors, problem, pending } = useSubmission(endpoint, {
    params: { hash },
    read: () => ({ carrier, trackingCode: withoutCode ? null : typed }),
    onDone: async () => {
      await revalidate();
      aviso.sucesso('Postagem informada', done);
    },
  });
  return (
    <form
      {...formProps}
      method="post"
      id="postagem"
      className="flex w-full scroll-mt-32 flex-col gap-4 print:hidden"
    >
      <h3 className="text-h3">{title}</h3>
      {children}
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
        hint={withoutCode ? withoutCodeHint : undefined}
      >
        Postei sem código de rastreio
      </Checkbox>
      <Button type="submit" loading={pending} className="self-start">
        Informar postagem
      </Button>
    </form>
  );
}
