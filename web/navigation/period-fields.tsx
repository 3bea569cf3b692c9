import type { PeriodChoice } from './period.ts';
import { periods } from './period.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { cn } from '#web/ui/styles/class-names.ts';

interface PeriodFieldsProps {
  choice: PeriodChoice;
  /** Today in São Paulo. */
  today: string;
  /** Called with the query parameters to change. */
  onChange: (changes: Record<string, string>) => void;
  className?: string;
}

/** Filters a list of one's own by a named period or by dates. */
export function PeriodFields({
  choice: { period, from, to },
  today,
  onChange,
  className,
}: PeriodFieldsProps) {
  return (
    <>
      <Field label="Período" className={cn('w-full sm:w-fit sm:min-w-48', className)}>
        <Select
          value={period}
          options={Object.entries(periods).map(([value, label]) => ({ value, label }))}
          onValueChange={(named) => onChange({ periodo: named === 'tudo' ? '' : named, de: '', ate: '' })}
        />
      </Field>
      {period === 'datas' && (
        <>
          <DayField label="De" value={from} max={to || today} onChange={(de) => onChange({ de })} />
          <DayField label="Até" value={to} min={from} max={today} onChange={(ate) => onChange({ ate })} />
        </>
      )}
    </>
  );
}

interface DayFieldProps {
  label: string;
  value: string;
  min?: string;
  max: string;
  onChange: (day: string) => void;
}

function DayField({ label, onChange, ...field }: DayFieldProps) {
  return (
    <Field label={label} className="min-w-36 flex-1 sm:w-44 sm:flex-none">
      <TextInput type="date" {...field} onChange={(event) => onChange(event.target.value)} />
    </Field>
  );
}
