import { useState } from 'react';
import { listStaffCategories } from '#contract/listings/categories.ts';
import { moderateListing, moveStaffListing } from '#contract/listings/staff-listings.ts';
import type { FieldErrors } from '#domain/errors.ts';
import { api } from '#web/api/api.ts';
import { useSession } from '#web/session.tsx';
import { fieldErrors } from '#web/api/submission.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { useDetail } from '#web/api/use-detail.ts';
import { leafCategories, categoryPath } from '../catalogue/tree-moves.ts';
import { BulkDialog } from '../table/bulk-dialog.tsx';
import { useBulkRun } from '../table/use-bulk-run.ts';
import { listingActions, separateActionable } from './listing-actions.ts';
import type { ListingFacts, ListingAction } from './listing-actions.ts';

export interface ListingActionDialogProps {
  action: ListingAction;
  listings: readonly ListingFacts[];
  /** `failed` are the listings for which the call failed. */
  onFinish: (left: readonly ListingFacts[], attempted: boolean) => void;
}

/** One decision about one or several listings, with one reason that each seller reads. */
export function ListingActionDialog({ action, listings, onFinish }: ListingActionDialogProps) {
  const { user } = useSession();
  const texts = listingActions[action];
  const [{ open, skipped }] = useState(() => separateActionable(listings, action, user.id));
  const [reason, setReason] = useState('');
  const [categoryId, setCategoryId] = useState('');
  const [errors, setErrors] = useState<FieldErrors>({});
  const { run, left } = useBulkRun<ListingFacts, { dropped: string[] }>();

  async function check(): Promise<boolean> {
    const found =
      action === 'move'
        ? await fieldErrors(moveStaffListing, { categoryId: Number(categoryId), reason })
        : await fieldErrors(moderateListing, { action, reason });
    if (found.categoryId) found.categoryId = 'Escolha para qual categoria.';
    setErrors(found);
    return Object.keys(found).length === 0;
  }

  async function decide({ id }: ListingFacts, idempotencyKey: string): Promise<{ dropped: string[] }> {
    const params = { id };
    if (action === 'move')
      return api(moveStaffListing, {
        params,
        body: { categoryId: Number(categoryId), reason },
        idempotencyKey,
      });
    await api(moderateListing, { params, body: { action, reason }, idempotencyKey });
    return { dropped: [] };
  }

  return (
    <BulkDialog
      items={open}
      skipped={skipped}
      nameOf={nameOf}
      title={texts.title}
      text={texts.text}
      doneText={texts.done}
      tone={texts.tone}
      left={left}
      check={check}
      run={(items) => run(items, ({ id }) => ({ action, id, reason, categoryId }), decide)}
      onClose={(failed) => onFinish(failed ?? [], failed !== null)}
      onDone={({ done }) => {
        const dropped = [...new Set(done.flatMap(({ answer }) => answer.dropped))];
        aviso.sucesso(
          texts.done(done.length),
          dropped.length > 0
            ? `Saiu da página: ${dropped.join(', ')}.`
            : 'Quem vende já foi avisado do motivo.',
        );
        onFinish([], true);
      }}
    >
      {action === 'move' && (
        <CategoryField value={categoryId} error={errors.categoryId} onValueChange={setCategoryId} />
      )}
      <Field label="Motivo pronto (opcional)">
        <Select
          value={texts.reasons.includes(reason) ? reason : ''}
          placeholder="Escolha e mude o que quiser"
          options={texts.reasons.map((one) => ({ value: one, label: one }))}
          onValueChange={setReason}
        />
      </Field>
      <Field
        label="Motivo"
        error={errors.reason}
        announceError
        hint="Quem vende lê isto, palavra por palavra."
      >
        <Textarea value={reason} limit={500} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </BulkDialog>
  );
}

const nameOf = ({ title, id }: ListingFacts) => title || `Anúncio ${id}`;

function CategoryField({
  value,
  error,
  onValueChange,
}: {
  value: string;
  error: string | undefined;
  onValueChange: (id: string) => void;
}) {
  const { value: found, problem } = useDetail(() => api(listStaffCategories));
  const tree = found?.items ?? [];
  return (
    <Field label="Categoria nova" error={problem ?? error} announceError>
      <Select
        value={value}
        placeholder={found ? 'Escolha uma categoria' : 'Carregando…'}
        options={leafCategories(tree).map((one) => ({
          value: String(one.id),
          label: categoryPath(tree, one),
        }))}
        onValueChange={onValueChange}
      />
    </Field>
  );
}
