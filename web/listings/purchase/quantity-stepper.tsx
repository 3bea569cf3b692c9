import { Minus, Plus } from '#web/ui/icons/icons.tsx';
import { formatCount } from '#web/ui/data/formats.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';

interface QuantityStepperProps {
  value: number;
  max: number;
  onChange: (value: number) => void;
}

/** Tab passes over a button that changes nothing, which keeps the focus if it has it. */
const atLimit = (reached: boolean) => ({
  'aria-disabled': reached || undefined,
  tabIndex: reached ? -1 : undefined,
});

/** «− 1 +» with how many are left. */
export function QuantityStepper({ value, max, onChange }: QuantityStepperProps) {
  return (
    <fieldset className="flex items-center gap-3">
      <legend className="sr-only">Quantidade</legend>
      <span className="flex items-center rounded-md border border-border-strong bg-surface">
        <IconButton
          label="Diminuir quantidade"
          icon={<Minus aria-hidden="true" className="size-4.5" />}
          tooltip={false}
          className="rounded-md"
          {...atLimit(value === 1)}
          onClick={() => onChange(Math.max(1, value - 1))}
        />
        <output aria-live="polite" className="min-w-9 text-center text-body font-semibold tabular-nums">
          {value}
          <span className="sr-only"> {value === 1 ? 'unidade' : 'unidades'}</span>
        </output>
        <IconButton
          label="Aumentar quantidade"
          icon={<Plus aria-hidden="true" className="size-4.5" />}
          tooltip={false}
          className="rounded-md"
          {...atLimit(value === max)}
          onClick={() => onChange(Math.min(max, value + 1))}
        />
      </span>
      <span className="text-sm text-ink-2 tabular-nums">
        {max <= 10
          ? max === 1
            ? 'resta 1'
            : `restam ${max}`
          : `${formatCount(max, 'unidade', 'unidades')} à venda`}
      </span>
    </fieldset>
  );
}
