import { Check } from '#web/ui/icons/icons.tsx';
import type { ReactNode } from 'react';
import { cn } from '#web/ui/styles/class-names.ts';
import type { ComboboxOption, ComboboxState } from './combobox-state.ts';
import { formatCount } from '#web/ui/data/formats.ts';
import { Spinner } from '#web/ui/page/spinner.tsx';

export interface ComboboxListProps {
  state: ComboboxState;
  label: string;
  loading?: boolean;
  empty: ReactNode;
}

/** The options of a combobox. Focus stays in the input; the list follows. */
export function ComboboxList({ state, label, loading, empty }: ComboboxListProps) {
  return (
    <>
      {loading && (
        <p className="flex min-h-11 items-center gap-2 px-2.5 text-sm text-ink-3">
          <Spinner className="size-4" /> Procurando…
        </p>
      )}
      {!loading && state.shown.length === 0 && <p className="px-2.5 py-3 text-sm text-ink-2">{empty}</p>}
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a datalist cannot be styled or filtered without accents
        role="listbox"
        id={`${state.id}-list`}
        aria-label={label}
        hidden={state.shown.length === 0}
        className="min-h-0 overflow-y-auto"
      >
        {state.shown.map((option, index) => (
          <Option key={option.value} option={option} index={index} state={state} />
        ))}
      </div>
      <output className="sr-only">
        {loading ? 'Procurando' : formatCount(state.shown.length, 'opção', 'opções')}
      </output>
    </>
  );
}

function Option({ option, index, state }: { option: ComboboxOption; index: number; state: ComboboxState }) {
  const active = index === state.active;
  return (
    /* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the input has the keyboard (aria-activedescendant) */
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option of the listbox above
      role="option"
      id={`${state.id}-${index}`}
      aria-selected={option.value === state.chosen?.value}
      aria-disabled={option.disabled || undefined}
      data-active={active || undefined}
      ref={active ? scrollIntoView : undefined}
      onPointerMove={() => active || state.setActive(index)}
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => state.pick(option)}
      className={cn(
        'flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-sm px-2.5 py-1.5 text-ui select-none aria-disabled:text-ink-3',
        active && 'bg-surface-2',
      )}
    >
      <span className="min-w-0">
        {option.label}
        {option.hint && <span className="block truncate text-xs font-normal text-ink-3">{option.hint}</span>}
      </span>
      {option.value === state.chosen?.value && <Check aria-hidden="true" className="size-4 text-brand" />}
    </div>
  );
}

function scrollIntoView(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' });
}
