import { useState } from 'react';
import { useRevalidator, useSearchParams } from 'react-router';
import { createStaffCategory } from '#contract/listings/categories.ts';
import type { StaffCategory } from '#contract/listings/categories.ts';
import type { CategoryIcon } from '#domain/listings/category-icons.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { IconField } from './icon-field.tsx';
import { inheritedIcon } from './inherited-labels.ts';
import { categoryPath } from './tree-moves.ts';

export interface NewCategoryProps {
  tree: readonly StaffCategory[];
  parentId: number | null;
  onClose: () => void;
}

/** Name, place and icon of a new category; its rules are set on its page. */
export function NewCategory({ tree, parentId, onClose }: NewCategoryProps) {
  const [parent, setParent] = useState(parentId === null ? '0' : String(parentId));
  const [icon, setIcon] = useState<CategoryIcon | null>(null);
  const { revalidate } = useRevalidator();
  const [, setQuery] = useSearchParams();
  const { formProps, errors, problem, pending } = useSubmission(createStaffCategory, {
    read: (form) => ({
      name: String(form.get('name') ?? ''),
      parentId: Number(form.get('parentId')) || null,
      icon,
    }),
    onDone: async ({ id, name }) => {
      aviso.sucesso('Categoria criada', name);
      onClose();
      await revalidate();
      setQuery({ id: String(id) }, { preventScrollReset: true });
    },
  });
  const parents = tree.filter(({ active, listings }) => active && listings === 0);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Nova categoria"
      description="O endereço vem do nome e não muda depois."
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" form="nova-categoria" loading={pending}>
            Criar categoria
          </Button>
        </>
      }
    >
      <form {...formProps} id="nova-categoria" className="flex flex-col gap-5">
        <Field label="Nome" error={errors.name} announceError>
          <TextInput name="name" maxLength={60} autoComplete="off" />
        </Field>
        <Field
          label="Dentro de"
          error={errors.parentId}
          hint="Categorias com anúncios não recebem subcategorias."
        >
          <Select
            name="parentId"
            value={parent}
            onValueChange={setParent}
            options={[
              { value: '0', label: 'Nenhuma: categoria principal' },
              ...parents.map((one) => ({ value: String(one.id), label: categoryPath(tree, one) })),
            ]}
          />
        </Field>
        <IconField
          slug="nova-categoria"
          value={icon}
          inherited={inheritedIcon(tree, Number(parent) || null)}
          readOnly={false}
          error={errors.icon}
          onChange={setIcon}
        />
        <ProblemBanner problem={problem} />
      </form>
    </Dialog>
  );
}
