import { deliveryDataLimits } from '#domain/orders/delivery-data.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import type { Listing } from './use-purchase.ts';

interface DeliveryDataFieldProps {
  asked: Listing['deliveryData'];
  seller: string;
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
}

/** Where and how the seller should deliver, sent with the purchase (P09). */
export function DeliveryDataField({ asked, seller, value, error, onChange }: DeliveryDataFieldProps) {
  const example = asked.hint || 'Endereço, e-mail ou usuário no jogo, por exemplo';
  return (
    <Field
      label="Dados para a entrega"
      optional={asked.asks === 'optional'}
      hint={`${example}. @${seller} só vê quando iniciar a entrega. Nunca escreva senhas.`}
      error={error}
      announceError
    >
      <Textarea
        minRows={2}
        maxRows={6}
        limit={deliveryDataLimits.text.max}
        required={asked.asks === 'required'}
        autoComplete="off"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  );
}
