import type { Address } from '#contract/addresses/addresses.ts';
import { addressSizes } from '#domain/addresses/addresses.ts';
import type { FieldErrors } from '#domain/errors.ts';
import { phoneDigits, phoneError } from '#web/accounts/verification/phone.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { MaskedInput } from '#web/ui/forms/masked-input.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';

interface ContactFieldsProps {
  address: Address | null;
  errors: FieldErrors;
  /** Eleven digits. */
  phone: string;
  onPhone: (digits: string) => void;
  onWrongPhone: (error: string) => void;
}

/** Who receives, and what the owner calls the address. */
export function ContactFields({ address, errors, phone, onPhone, onWrongPhone }: ContactFieldsProps) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Quem recebe" error={errors.recipient} announceError>
          <TextInput
            name="recipient"
            autoComplete="name"
            autoCapitalize="words"
            maxLength={addressSizes.recipient}
            enterKeyHint="next"
            defaultValue={address?.recipient}
          />
        </Field>
        <Field label="Celular" error={errors.phone} announceError hint="Com DDD, para avisos de entrega.">
          <MaskedInput
            type="tel"
            mask="(##) #####-####"
            autoComplete="tel-national"
            placeholder="(00) 00000-0000"
            enterKeyHint="next"
            value={phone}
            onValueChange={(digits) => digits !== phone && onPhone(digits)}
            onBlur={() => {
              const error = phone === '' ? null : phoneError(phone);
              if (error) onWrongPhone(error);
            }}
            onPaste={(event) => {
              event.preventDefault();
              onPhone(phoneDigits(event.clipboardData.getData('text')));
            }}
          />
        </Field>
      </div>
      <Field
        label="Nome deste endereço"
        error={errors.label}
        announceError
        hint="Só você vê. Ex.: Casa, Trabalho, Casa da minha mãe."
      >
        <TextInput
          name="label"
          autoComplete="off"
          maxLength={addressSizes.label}
          enterKeyHint="go"
          defaultValue={address?.label}
        />
      </Field>
    </>
  );
}
