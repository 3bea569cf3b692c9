import type { FieldErrors } from '#domain/errors.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';

interface DaysFieldsProps {
  errors: FieldErrors;
  /** The first day that can be chosen. */
  min: string;
  /** The days as they are; null for new ones. */
  days: { startsOn: string; endsOn: string } | null;
  /** A vacation that has begun keeps its first day. */
  hasBegun?: boolean;
}

/** The first and the last day of a vacation. */
export function DaysFields({ errors, min, days, hasBegun = false }: DaysFieldsProps) {
  return (
    <div className="flex w-full flex-wrap gap-4">
      {hasBegun ? (
        <input type="hidden" name="startsOn" value={days?.startsOn} />
      ) : (
        <Field label="Primeiro dia" error={errors.startsOn} announceError className="flex-[1_1_11rem]">
          <TextInput type="date" name="startsOn" min={min} defaultValue={days?.startsOn} />
        </Field>
      )}
      <Field label="Último dia" error={errors.endsOn} announceError className="flex-[1_1_11rem]">
        <TextInput type="date" name="endsOn" min={min} defaultValue={days?.endsOn} />
      </Field>
    </div>
  );
}

/** The days of a form as the endpoints take them. */
export const readDays = (form: FormData) => ({
  startsOn: String(form.get('startsOn') ?? ''),
  endsOn: String(form.get('endsOn') ?? ''),
});
