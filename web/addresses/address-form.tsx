import { useState } from 'react';
import type { FormEvent } from 'react';
import type { Location } from 'react-router';
import { changeAddress, createAddress } from '#contract/addresses/addresses.ts';
import type { Address } from '#contract/addresses/addresses.ts';
import type { State } from '#domain/addresses/states.ts';
import type { FieldErrors } from '#domain/errors.ts';
import { phoneDigits, phoneError } from '#web/accounts/verification/phone.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { fieldErrors, useSubmission } from '#web/api/submission.ts';
import { LeaveGuard } from '#web/navigation/leave-guard.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { ContactFields } from './contact-fields.tsx';
import { PlaceFields } from './place-fields.tsx';
import { PostalCodeField } from './postal-code-field.tsx';
import { usePostalCode } from './use-postal-code.ts';

interface AddressFormProps {
  /** The address to change; null adds one. */
  address: Address | null;
  /** The postal code that a new address begins with, eight digits; it is looked up at once. */
  postalCode?: string | null;
  /** Whether the form was opened by a press, so that the first field takes the focus; by default it was. */
  takesFocus?: boolean;
  /** For a form in an overlay: whether a navigation closes it. */
  isLeaving?: (from: Location, to: Location) => boolean;
  /** Gets the address's id. */
  onSaved: (id: number) => Promise<void>;
  /** Undefined where the form has nothing to go back to. */
  onClose?: () => void;
}

/** One address: the postal code comes first and fills in the rest, which stays editable (S03). */
export function AddressForm(props: AddressFormProps) {
  const { address, takesFocus = true, isLeaving, onClose } = props;
  const form = useAddressForm(props);
  const { formProps, errors, typed, change, place } = form;
  return (
    <form {...formProps} method="post" className="flex max-w-160 flex-col gap-5">
      <LeaveGuard
        unsaved={form.isChanged}
        text="O que você escreveu neste endereço ainda não foi salvo."
        {...(isLeaving && { isLeaving })}
      />
      <PostalCodeField
        takesFocus={takesFocus}
        value={typed.postalCode}
        error={errors.postalCode}
        status={place.text}
        onChange={(postalCode) => {
          change({ postalCode });
          void place.look(postalCode);
        }}
        onIncomplete={() => form.recheck('postalCode')}
      />
      <PlaceFields
        address={address}
        errors={errors}
        fields={place.fields}
        number={typed.number}
        onNumber={(number) => change({ number })}
        onField={(name, value) => {
          place.change(name, value);
          // A postal code is refused for its state.
          if (name === 'state') form.clear('state', 'postalCode');
        }}
      />
      <ContactFields
        address={address}
        errors={errors}
        phone={typed.phone}
        onPhone={(phone) => change({ phone })}
        onWrongPhone={(error) => form.setErrors((past) => ({ ...past, phone: error }))}
      />
      <ProblemBanner problem={form.problem} />
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        {onClose && (
          <Button variant="secondary" onClick={onClose}>
            Voltar
          </Button>
        )}
        <Button type="submit" loading={form.pending}>
          Salvar endereço
        </Button>
      </div>
    </form>
  );
}

/** The fields that nothing formats or fills in. */
function plainFields(form: FormData) {
  const text = (name: string) => String(form.get(name) ?? '');
  return { label: text('label'), recipient: text('recipient'), complement: text('complement') };
}

/** What is typed, the lookup that fills in a part of it, and the call that saves it. */
function useAddressForm({ address, postalCode = null, onSaved, onClose }: AddressFormProps) {
  const endpoint = address ? changeAddress : createAddress;
  const [typed, setTyped] = useState({
    postalCode: address?.postalCode ?? postalCode ?? '',
    phone: phoneDigits(address?.phone ?? ''),
    number: address ? address.number : '',
  });
  const [isChanged, setIsChanged] = useState(false);
  const read = (form: FormData) => ({
    ...plainFields(form),
    ...place.fields,
    state: place.fields.state as State,
    ...typed,
  });
  const submission = useSubmission(endpoint, {
    read,
    ...(address && { params: { id: address.id } }),
    onDone: async ({ id }) => {
      setIsChanged(false);
      await onSaved(id);
      onClose?.();
      aviso.sucesso('Endereço salvo');
    },
  });
  const { formProps, setErrors, send } = submission;
  const clear = (...names: string[]) =>
    setErrors((past) => Object.fromEntries(Object.entries(past).filter(([name]) => !names.includes(name))));
  const place = usePostalCode({
    saved: address,
    first: postalCode,
    onUnknown: (error) => setErrors((past) => ({ ...past, postalCode: error })),
    onFilled: (names) => clear(...names),
  });

  /** Masked fields have no name in the form, so their errors are cleared here. */
  function change(part: Partial<typeof typed>): void {
    setTyped((past) => ({ ...past, ...part }));
    setIsChanged(true);
    clear(...Object.keys(part));
  }

  async function submit(form: HTMLFormElement): Promise<void> {
    const found: FieldErrors = await fieldErrors(endpoint, read(new FormData(form)));
    const wrongPhone = phoneError(typed.phone);
    if (wrongPhone) found.phone = wrongPhone;
    if (Object.keys(found).length === 0) return send();
    setErrors(found);
    setTimeout(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  }

  return {
    ...submission,
    typed,
    change,
    clear,
    place,
    isChanged,
    formProps: {
      ...formProps,
      onChange: (event: Parameters<typeof formProps.onChange>[0]) => {
        setIsChanged(true);
        formProps.onChange(event);
      },
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        void submit(event.currentTarget);
      },
    },
  };
}
