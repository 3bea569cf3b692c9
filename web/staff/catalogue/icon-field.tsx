import { RadioGroup } from 'radix-ui';
import { useId, useState } from 'react';
import { categoryIcons } from '#domain/listings/category-icons.ts';
import type { CategoryIcon as IconName } from '#domain/listings/category-icons.ts';
import { CategoryIcon } from '#web/listings/categories/category-icon.tsx';
import { CategoryTile } from '#web/listings/categories/category-tile.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { FieldSet } from '#web/ui/forms/field.tsx';
import { RadioItem } from '#web/ui/forms/radio-item.tsx';
import { iconNames } from './icon-names.ts';
import type { InheritedIcon } from './inherited-labels.ts';

export interface IconFieldProps {
  /** The category's address, which draws its mosaic. */
  slug: string;
  value: IconName | null;
  /** What is shown where the category chooses nothing. */
  inherited: InheritedIcon;
  readOnly: boolean;
  error: string | undefined;
  onChange: (icon: IconName | null) => void;
}

/** The icon of a category: its tile as the site shows it, and a list that opens for another choice. */
export function IconField({ slug, value, inherited, readOnly, error, onChange }: IconFieldProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <FieldSet
      label="Ícone"
      optional
      error={error}
      hint="Aparece na página inicial e em «Categorias». Escolha um que só esta categoria tenha."
    >
      <div className="flex items-center gap-4">
        <CategoryTile
          slug={slug}
          icon={value ?? inherited.icon}
          cols={3}
          rows={3}
          className="size-16 shrink-0 rounded-lg border border-border"
        />
        <div className="flex min-w-0 flex-col items-start gap-1.5">
          <span className="text-ui text-ink">{value ? iconNames[value] : inheritedText(inherited)}</span>
          <Button
            variant="secondary"
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            disabledReason={readOnly ? 'Só administradores mudam as categorias.' : undefined}
            onClick={() => setOpen(!open)}
          >
            {open ? 'Fechar a lista' : 'Mudar ícone'}
          </Button>
        </div>
      </div>
      {open && (
        <RadioGroup.Root
          id={id}
          aria-label="Ícone"
          value={value ?? ''}
          onValueChange={(icon) => onChange(categoryIcons.find((name) => name === icon) ?? null)}
          className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(5.75rem,1fr))] gap-2"
        >
          <RadioItem value="" className={`${choiceStyles} col-span-full min-h-11`}>
            {inheritedText(inherited)}
          </RadioItem>
          {choices.map((name) => (
            <RadioItem key={name} value={name} className={`${choiceStyles} flex-col py-3`}>
              <CategoryIcon name={name} className="size-7 stroke-[1.5]" />
              {iconNames[name]}
            </RadioItem>
          ))}
        </RadioGroup.Root>
      )}
    </FieldSet>
  );
}

const choiceStyles =
  'flex items-center justify-center gap-1.5 rounded-md border border-border bg-surface px-1 text-xs text-ink-2 hover:border-border-strong hover:bg-surface-2 data-[state=checked]:border-brand data-[state=checked]:bg-brand-soft data-[state=checked]:text-on-brand-soft data-[state=checked]:ring-1 data-[state=checked]:ring-brand data-[state=checked]:ring-inset';

/** In the order in which staff look for them. */
const choices = categoryIcons.toSorted((one, other) =>
  iconNames[one].localeCompare(iconNames[other], 'pt-BR'),
);

function inheritedText({ icon, text }: InheritedIcon): string {
  return icon === null ? text : `Sem escolha própria: ${text}`;
}
