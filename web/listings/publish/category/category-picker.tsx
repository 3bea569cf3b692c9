import { Check, Search } from '#web/ui/icons/icons.tsx';
import { RadioGroup } from 'radix-ui';
import type { KeyboardEvent } from 'react';
import { useMemo, useRef, useState } from 'react';
import type { Category } from '#contract/listings/catalogue.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { EmptyInline } from '#web/ui/page/empty-state.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { formatCount } from '#web/ui/data/formats.ts';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { ancestry, categoryGroups, filterGroups } from './category-tree.ts';
import type { CategoryChoice } from './category-tree.ts';
import { RadioItem } from '#web/ui/forms/radio-item.tsx';

export interface CategoryPickerProps {
  categories: readonly Category[];
  value: number | null;
  onValueChange: (id: number) => void;
  error?: string;
  /** Moves the focus to the search field, because a press opened the list. */
  takesFocus?: boolean;
}

export const focusOnMount = (element: HTMLElement | null): void => element?.focus();

/** Category search: typing filters the tree, arrow keys move through it. The chosen path stays visible. */
export function CategoryPicker({ categories, value, onValueChange, error, takesFocus }: CategoryPickerProps) {
  const [search, setSearch] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const groups = useMemo(() => categoryGroups(categories), [categories]);
  const found = filterGroups(groups, search);
  const count = found.reduce((sum, { choices }) => sum + choices.length, 0);
  const path = ancestry(categories, value).map(({ name }) => name);

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    const only = count === 1 ? found[0]?.choices[0] : undefined;
    if (event.key === 'Enter' && only) {
      event.preventDefault();
      onValueChange(only.id);
    }
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    list.current?.querySelector<HTMLElement>('[role=radio]')?.focus();
  }

  /** Space already selects an option; this adds Enter for users who came from the search field. */
  function onOptionKeyDown(event: KeyboardEvent): void {
    const option = (event.target as Element).closest<HTMLButtonElement>('[role=radio]');
    if (event.key === 'Enter' && option) onValueChange(Number(option.value));
  }

  return (
    <div className="@container flex w-full flex-col gap-5">
      <Field
        className="max-w-[640px]"
        label="Procure pelo nome"
        error={error}
        announceError
        hint={path.length > 0 ? `Escolhida: ${path.join(' › ')}` : 'Ex.: conta, cartão, fone, aula'}
      >
        <TextInput
          type="search"
          value={search}
          ref={takesFocus ? focusOnMount : undefined}
          autoComplete="off"
          enterKeyHint="search"
          leading={<Search aria-hidden="true" />}
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </Field>
      <output className="sr-only">{formatCount(count, 'categoria', 'categorias')}</output>
      {count === 0 ? (
        <EmptyInline
          action={
            <Button variant="quiet" onClick={() => setSearch('')}>
              Ver todas
            </Button>
          }
        >
          Nenhuma categoria com “{search}”.
        </EmptyInline>
      ) : (
        <RadioGroup.Root
          ref={list}
          aria-label="Categoria"
          value={value === null ? '' : String(value)}
          onValueChange={(id) => onValueChange(Number(id))}
          onKeyDown={onOptionKeyDown}
          className="gap-x-6 @md:columns-2 @3xl:columns-3"
        >
          {found.map((group) => (
            <div key={group.name} role="presentation" className="mb-5 break-inside-avoid">
              <p aria-hidden="true" className="pb-1 text-sm font-semibold text-ink-3">
                {group.name}
              </p>
              {group.choices.map((choice) => (
                <CategoryRow key={choice.id} choice={choice} />
              ))}
            </div>
          ))}
        </RadioGroup.Root>
      )}
    </div>
  );
}

function CategoryRow({ choice }: { choice: CategoryChoice }) {
  return (
    <RadioItem
      value={String(choice.id)}
      aria-label={choice.path}
      className="group/row flex min-h-11 w-full items-center justify-between gap-3 rounded-sm border-b border-border px-2 py-2 text-left text-ui text-ink hover:bg-surface-2 data-[state=checked]:bg-brand-soft data-[state=checked]:font-semibold data-[state=checked]:text-on-brand-soft"
    >
      {choice.name}
      <Check aria-hidden="true" className="size-4 opacity-0 group-data-[state=checked]/row:opacity-100" />
    </RadioItem>
  );
}
