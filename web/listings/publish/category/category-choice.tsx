import { useState } from 'react';
import type { Category } from '#contract/listings/catalogue.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ChoiceCards } from '#web/ui/forms/choice-card.tsx';
import { FieldSet } from '#web/ui/forms/field.tsx';
import { formatCount } from '#web/ui/data/formats.ts';
import { CategoryPicker, focusOnMount } from './category-picker.tsx';
import { ancestry } from './category-tree.ts';
import { useCategoryGuesses } from './use-category-guesses.ts';
import type { CategoryGuess } from './use-category-guesses.ts';

export interface CategoryChoiceProps {
  categories: readonly Category[];
  title: string;
  value: number | null;
  onValueChange: (id: number) => void;
  error?: string;
}

/** The categories guessed from the title, one press each, or the whole tree. */
export function CategoryChoice({ categories, title, value, onValueChange, error }: CategoryChoiceProps) {
  const guesses = useCategoryGuesses(title);
  const [opened, setOpened] = useState<boolean | null>(null);
  const choices = withChosen(guesses ?? [], categories, value);
  const isTree = opened === true || (guesses !== null && choices.length === 0);
  if (isTree)
    return (
      <div className="flex flex-col items-start gap-4">
        {choices.length > 0 && (
          <Button variant="secondary" onClick={() => setOpened(false)}>
            Voltar às sugestões
          </Button>
        )}
        <CategoryPicker
          categories={categories}
          value={value}
          error={error}
          takesFocus={opened === true}
          onValueChange={onValueChange}
        />
      </div>
    );
  return (
    <div className="flex max-w-[640px] flex-col items-start gap-3">
      <FieldSet
        label="Categoria"
        error={error}
        announceError
        hint={choices.length === 0 ? 'Ao escrever o título, sugerimos onde o anúncio entra.' : undefined}
        className="w-full"
      >
        {choices.length > 0 && (
          <ChoiceCards
            aria-label="Categoria"
            columns={3}
            value={value === null ? '' : String(value)}
            onValueChange={(id) => onValueChange(Number(id))}
            choices={choices.map(({ id, path }) => ({
              value: String(id),
              title: path.at(-1),
              reason: path.length > 1 ? `Em ${path.slice(0, -1).join(' › ')}` : undefined,
            }))}
          />
        )}
      </FieldSet>
      <output className="sr-only">
        {guesses && formatCount(guesses.length, 'categoria sugerida', 'categorias sugeridas')}
      </output>
      <Button
        ref={opened === false ? focusOnMount : undefined}
        variant="secondary"
        onClick={() => setOpened(true)}
      >
        {choices.length > 0 ? 'Outra categoria' : 'Escolher na lista'}
      </Button>
    </div>
  );
}

/** The chosen category stays among the choices when the title leads elsewhere. */
function withChosen(
  guesses: readonly CategoryGuess[],
  categories: readonly Category[],
  value: number | null,
): readonly CategoryGuess[] {
  if (value === null || guesses.some(({ id }) => id === value)) return guesses;
  const path = ancestry(categories, value).map(({ name }) => name);
  return path.length === 0 ? guesses : [{ id: value, path }, ...guesses];
}
