import type { FieldErrors } from '#domain/errors.ts';
import { Handshake, House } from '#web/ui/icons/icons.tsx';
import type { Choice } from '#web/ui/forms/choice-card.tsx';
import { ChoiceCards } from '#web/ui/forms/choice-card.tsx';
import { FieldSet } from '#web/ui/forms/field.tsx';
import { scrollIntoSight } from '#web/ui/page/banner.tsx';
import { AddressChoice } from './address-choice.tsx';
import { FreightChoice } from './freight-choice.tsx';
import { PickupAdvice } from './pickup-advice.tsx';
import type { DeliveryChoice, DeliveryWay } from './use-delivery-choice.ts';

interface DeliverySectionProps {
  delivery: DeliveryChoice;
  /** Where a pickup is: «Curitiba, PR». */
  city: string | null;
  seller: string;
  /** Of the refused purchase. */
  errors: FieldErrors;
  /** The buyer changed something, so the errors are over. */
  onChange: () => void;
}

/** How the purchase is received: by carrier to an address, or in person (S04, S12). */
export function DeliverySection({ delivery, city, seller, errors, onChange }: DeliverySectionProps) {
  const { ways, way } = delivery;
  if (way === null) return null;
  return (
    <section aria-labelledby="entrega" className="flex flex-col gap-5">
      <h3 id="entrega" className="-mb-3 text-h3">
        Entrega
      </h3>
      {(ways.length > 1 || errors.delivery) && (
        <FieldSet
          label="Como receber"
          hideLabel
          error={errors.delivery}
          announceError
          {...(errors.delivery && { ref: scrollIntoSight })}
        >
          <ChoiceCards
            aria-label="Como receber"
            value={way}
            onValueChange={(value) => {
              onChange();
              delivery.setWay(value as DeliveryWay);
            }}
            choices={ways.map((each) => wayChoices[each](city))}
          />
        </FieldSet>
      )}
      {way === 'pickup' && <PickupAdvice city={city} seller={seller} />}
      {(way === 'shipping' || delivery.form !== null) && (
        // What is typed in the form of an address stays while the buyer looks at the other way.
        <div className={way === 'shipping' ? 'contents' : 'hidden'}>
          <AddressChoice delivery={delivery} error={errors.addressId} onChange={onChange} />
        </div>
      )}
      {way === 'shipping' && (
        <FreightChoice
          delivery={delivery}
          error={errors.quoteId ? renewedText : errors.service}
          onChange={onChange}
        />
      )}
    </section>
  );
}

const renewedText = 'O frete que você viu não vale mais. Calculamos de novo: confira antes de pagar.';

const wayChoices: Record<DeliveryWay, (city: string | null) => Choice> = {
  shipping: () => ({
    value: 'shipping',
    title: 'Receber em casa',
    reason: 'Uma transportadora leva até o seu endereço.',
    icon: <House aria-hidden="true" />,
  }),
  pickup: (city) => ({
    value: 'pickup',
    title: 'Retirar em mãos',
    reason: city ? `Sem frete, em ${city}.` : 'Sem frete.',
    icon: <Handshake aria-hidden="true" />,
  }),
};
