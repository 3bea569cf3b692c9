import { TextInput } from '#web/ui/forms/text-input.tsx';

/** A whole percentage from 1 to 99; null when empty. */
export function PercentInput({
  value,
  onValueChange,
}: {
  value: number | null;
  onValueChange: (value: number | null) => void;
}) {
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="off"
      value={value ?? ''}
      trailing={<span aria-hidden="true">%</span>}
      className="tabular-nums"
      onChange={(event) => {
        const digits = event.target.value.replaceAll(/\D/g, '').slice(0, 2);
        onValueChange(digits === '' ? null : Number(digits));
      }}
    />
  );
}
