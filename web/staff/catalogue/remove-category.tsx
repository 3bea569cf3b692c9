import { useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { removeStaffCategory } from '#contract/listings/categories.ts';
import type { StaffCategory } from '#contract/listings/categories.ts';
import { useActionWithProof } from '#web/accounts/use-action-with-proof.ts';
import { api, newIdempotencyKey } from '#web/api/api.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { AlertDialog } from '#web/boot/alert-dialog.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { formatCount } from '#web/ui/data/formats.ts';
import { Select } from '#web/ui/forms/select.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { leafCategories, categoryPath } from './tree-moves.ts';

export interface RemoveCategoryProps {
  category: StaffCategory;
  tree: readonly StaffCategory[];
  onClose: () => void;
}

/** Removes a category; its listings are moved to another one. */
export function RemoveCategory({ category, tree, onClose }: RemoveCategoryProps) {
  const { run, pending, problem } = useActionWithProof();
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const [moveTo, setMoveTo] = useState('');
  const [missing, setMissing] = useState(false);
  const targets = leafCategories(tree).filter(({ id }) => id !== category.id);
  const listings = formatCount(category.listings, 'anúncio', 'anúncios');

  async function confirm(): Promise<void> {
    if (category.listings > 0 && moveTo === '') return setMissing(true);
    const body = { moveTo: moveTo === '' ? null : Number(moveTo) };
    const done = await run(() =>
      api(removeStaffCategory, {
        params: { id: category.id },
        body,
        idempotencyKey: newIdempotencyKey(),
      }),
    );
    if (!done) return;
    aviso.sucesso(
      'Categoria excluída',
      category.listings > 0 ? `${listings} em outra categoria.` : category.name,
    );
    onClose();
    await navigate('/dashboard/categorias', { preventScrollReset: true });
    await revalidate();
  }

  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Excluir «${category.name}»`}
      description={
        category.listings > 0
          ? `${listings} vão para a categoria que você escolher. Pedidos feitos seguem como estão.`
          : 'Ela sai do site agora. Pedidos feitos seguem como estão.'
      }
      cancelLabel="Manter categoria"
      confirmLabel="Excluir categoria"
      loading={pending}
      typeToConfirm={category.listings > 0 ? category.slug : undefined}
      onConfirm={() => void confirm()}
    >
      {category.listings > 0 && (
        <Field label={`Mover ${listings} para`} error={missing && moveTo === '' && 'Escolha para onde vão.'}>
          <Select
            value={moveTo}
            placeholder="Escolha uma categoria"
            options={targets.map((one) => ({ value: String(one.id), label: categoryPath(tree, one) }))}
            onValueChange={setMoveTo}
          />
        </Field>
      )}
      <ProblemBanner problem={problem} />
    </AlertDialog>
  );
}
