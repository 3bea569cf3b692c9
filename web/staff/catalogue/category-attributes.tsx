import { Plus } from '#web/ui/icons/icons.tsx';
import { useState } from 'react';
import { categoryLimits } from '#domain/listings/categories.ts';
import type { FieldErrors } from '#domain/errors.ts';
import { AttributeField } from '#web/listings/publish/attribute-field.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/cards/card.tsx';
import { AttributeEditor } from './attribute-editor.tsx';
import type { Attribute } from './attribute-editor.tsx';
import type { CategoryDraft } from './category-form.ts';

export interface CategoryAttributesProps {
  draft: CategoryDraft;
  filled: Readonly<Record<string, number>>;
  errors: FieldErrors;
  readOnly: boolean;
  onChange: (attributes: Attribute[]) => void;
}

const fresh: Attribute = { key: '', label: '', type: 'text', required: false, filterable: false };

/** The category's attributes next to a preview of the seller's form. */
export function CategoryAttributes({ draft, filled, errors, readOnly, onChange }: CategoryAttributesProps) {
  const { attributes } = draft;
  const full = attributes.length >= categoryLimits.attributes;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[minmax(0,640px)_minmax(280px,360px)]">
      <div className="flex min-w-0 flex-col gap-4">
        {attributes.map((attribute, index) => (
          <AttributeEditor
            // New fields have no key yet, so their position identifies them.
            // oxlint-disable-next-line react/no-array-index-key
            key={attribute.key || `novo-${index}`}
            attribute={attribute}
            index={index}
            count={attributes.length}
            filled={filled[attribute.key] ?? 0}
            errors={errors}
            readOnly={readOnly}
            onChange={(changed) => onChange(attributes.with(index, changed))}
            onMove={(by) => onChange(attributes.toSpliced(index, 1).toSpliced(index + by, 0, attribute))}
            onRemove={() => onChange(attributes.toSpliced(index, 1))}
          />
        ))}
        <Button
          variant="secondary"
          className="self-start"
          disabledReason={
            readOnly
              ? 'Só administradores mudam as categorias.'
              : full
                ? `Uma categoria tem até ${categoryLimits.attributes} campos.`
                : undefined
          }
          onClick={() => onChange([...attributes, fresh])}
        >
          <Plus aria-hidden="true" /> Novo campo
        </Button>
      </div>
      <Preview attributes={attributes.filter(({ label }) => label.trim() !== '')} />
    </div>
  );
}

/** The form as sellers see it, with working input masks. */
function Preview({ attributes }: { attributes: readonly Attribute[] }) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  return (
    <Card className="flex flex-col gap-4 lg:sticky lg:top-20">
      <div>
        <h2 className="text-h3">Como quem vende vê</h2>
        <p className="text-sm text-ink-3">Digite para testar. Nada aqui é guardado.</p>
      </div>
      {attributes.length === 0 && <p className="text-sm text-ink-3">Nenhum campo ainda.</p>}
      {attributes.map((attribute) => (
        <AttributeField
          key={`${attribute.label}|${attribute.type}|${attribute.mask}`}
          attribute={attribute}
          value={values[attribute.label] ?? ''}
          onChange={(value) => setValues({ ...values, [attribute.label]: value })}
        />
      ))}
    </Card>
  );
}
