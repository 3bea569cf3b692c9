import { Plus, X } from '#web/ui/icons/icons.tsx';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from '#web/ui/styles/class-names.ts';

export interface FilterChipProps extends Omit<ComponentProps<'button'>, 'value'> {
  /** «Status». */
  label: string;
  /** «Pago»: given, the filter is active. */
  value?: ReactNode;
  /** The value as text, for the remove button's name, when `value` is not text. */
  valueText?: string;
  onRemove?: () => void;
}

/** «+ Status» while suggested, «Status: Pago ×» once active. Works as a popover trigger. */
export function FilterChip({ label, value, valueText, onRemove, className, ...props }: FilterChipProps) {
  const active = value !== undefined && value !== null;
  return (
    <span
      data-slot="filter-chip"
      className={cn(
        'inline-flex h-9 max-w-full shrink-0 items-center rounded-full border text-sm font-medium',
        active
          ? 'border-brand bg-brand-soft text-on-brand-soft'
          : 'border-dashed border-border-strong bg-surface text-ink-2',
        className,
      )}
    >
      <button
        type="button"
        {...props}
        className={cn(
          'hit-44 flex h-full min-w-0 items-center gap-1.5 rounded-full px-3.5 hover:text-ink',
          active && 'pr-1',
        )}
      >
        {!active && <Plus aria-hidden="true" className="size-4" />}
        <span className="truncate">
          {active ? (
            <>
              {label}: <b className="font-semibold">{value}</b>
            </>
          ) : (
            label
          )}
        </span>
      </button>
      {active && onRemove && (
        <button
          type="button"
          aria-label={`Remover filtro ${label}: ${valueText ?? (typeof value === 'string' ? value : '')}`}
          onClick={onRemove}
          className="hit-44 flex size-9 shrink-0 items-center justify-center rounded-full hover:bg-brand-soft-2"
        >
          <X aria-hidden="true" className="size-4" />
        </button>
      )}
    </span>
  );
}

/** Chips in a row with «Limpar tudo» at the end. */
export function FilterChipRow({ children, onClear }: { children: ReactNode; onClear?: () => void }) {
  return (
    <div data-slot="filter-chips" className="flex flex-wrap items-center gap-2">
      {children}
      {onClear && (
        <button
          type="button"
          onClick={onClear}
          className="h-11 rounded-md px-2 text-sm font-semibold text-brand hover:underline"
        >
          Limpar tudo
        </button>
      )}
    </div>
  );
}
