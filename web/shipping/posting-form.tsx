import { useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import type { Order } from '#contract/orders/orders.ts';
import type { OrderShipment } from '#contract/shipping/shipments.ts';
import { postParcel } from '#contract/shipping/shipments.ts';
import { carrierOf, ownCarrierNames, ownCarriers } from '#domain/shipping/tracking-codes.ts';
import type { OwnCarrier } from '#domain/shipping/tracking-codes.ts';
import { Printer } from '#web/ui/icons/icons.tsx';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { sheetsPath } from './sheets-path.ts';
import { TrackingCodeField } from './tracking/tracking-code-field.tsx';

const carrierOptions = ownCarriers.map((value) => ({ value, label: ownCarrierNames[value] }));

/** S07, S09: the seller says where a parcel was posted, with its tracking code. */
export function PostingForm({ order, shipment }: { order: Order; shipment: OrderShipment }) {
  const { revalidate } = useRevalidator();
  const [carrier, setCarrier] = useState<OwnCarrier>(() => carrierOf(shipment.carrier));
  const [typed, setTyped] = useState('');
  const [withoutCode, setWithoutCode] = useState(false);
  const { formProps, errors, setErrors, problem, pending } = useSubmission(postParcel, {
    params: { hash: order.hash },
    read: () => ({ carrier, trackingCode: withoutCode ? null : typed }),
    onDone: async () => {
      await revalidate();
      aviso.sucesso('Postagem informada', `@${order.buyer} já pode acompanhar o pacote.`);
    },
  });

  return (
    <form
      {...formProps}
      method="post"
      id="postagem"
      className="flex scroll-mt-32 flex-col gap-4 print:hidden"
    >
      <h3 className="text-h3">Informar postagem</h3>
      <p className="text-sm text-ink-2">
        Imprima a folha com os endereços e a declaração de conteúdo, poste no balcão e informe aqui.
      </p>
      <Button asChild variant="secondary" className="self-start" icon={<Printer aria-hidden="true" />}>
        <Link to={sheetsPath([order.hash])}>Abrir folha de postagem</Link>
      </Button>
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
        hint={
          withoutCode
            ? `@${order.buyer} não acompanha o pacote, e numa reclamação a sua única prova é o comprovante da postagem. Guarde-o.`
            : undefined
        }
      >
        Postei sem código de rastreio
      </Checkbox>
      <Button type="submit" loading={pending} className="self-start">
        Informar postagem
      </Button>
    </form>
  );
}
