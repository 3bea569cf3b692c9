import { Star } from '#web/ui/icons/icons.tsx';
import { RadioGroup } from 'radix-ui';
import { cn } from '#web/ui/styles/class-names.ts';
import { RadioItem } from './radio-item.tsx';

const gradeLabels = ['Ruim', 'Regular', 'Bom', 'Muito bom', 'Excelente'];

export interface RatingInputProps {
  value: number | null;
  onValueChange: (value: number) => void;
  name?: string;
  /** Marks it as invalid for assistive technology; the field around it shows the error. */
  invalid?: boolean;
  'aria-label': string;
}

/** Five radios, «Ruim» to «Excelente»; arrows move between them. */
export function RatingInput({ value, onValueChange, name, invalid, ...label }: RatingInputProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <RadioGroup.Root
        {...label}
        name={name}
        aria-invalid={invalid || undefined}
        value={value === null ? '' : String(value)}
        onValueChange={(next) => onValueChange(Number(next))}
        orientation="horizontal"
        data-slot="rating-input"
        className="-ml-2 flex"
      >
        {gradeLabels.map((grade, index) => (
          <RadioItem
            key={grade}
            value={String(index + 1)}
            aria-label={`${index + 1} de 5: ${grade}`}
            className="flex size-12 items-center justify-center rounded-full text-ink-3 hover:bg-surface-2"
          >
            <Star
              aria-hidden="true"
              className={cn('size-7', value !== null && index < value && 'fill-star text-star')}
            />
          </RadioItem>
        ))}
      </RadioGroup.Root>
      <span aria-hidden="true" className="text-ui font-semibold text-ink">
        {value === null ? '' : gradeLabels[value - 1]}
      </span>
    </div>
  );
}
