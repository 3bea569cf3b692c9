import { useState } from 'react';
import type { OrderRow } from '#contract/orders/orders.ts';
import { deliverOrder } from '#contract/orders/orders.ts';
import { fieldErrors } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { useDraft } from '#web/ui/conversation/use-draft.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import type { Deed } from '#web/orders/move.ts';
import { ManyList } from './many-list.tsx';
import { deedLabel, deedWords, doneLabel } from './many-words.ts';
import { mayHelp, useManyMoves } from './use-many-moves.ts';

interface ManyDialogProps {
  deed: Deed;
  /** As they were when they were chosen. */
  rows: readonly OrderRow[];
  /** The page behind is old: something moved, or the orders were not as they were when they were chosen. */
  onMoved: () => void;
  onClose: () => void;
}

/**
 * Moves what was chosen, each order on its own, and says of each what became of it. The words of a delivery are
 * one for all of them; once they left they stay as they are, so that what is tried again is the same.
 */
export function ManyDialog({ deed, rows, onMoved, onClose }: ManyDialogProps) {
  const [note, write] = useDraft('entrega-de-varios');
  const [error, setError] = useState<string>();
  const { outcomes, pending, move } = useManyMoves(deed);
  const done = rows.filter(({ hash }) => outcomes[hash] === 'done');
  const again = rows.filter(({ hash }) => mayHelp(outcomes[hash]));
  const asked = Object.keys(outcomes).length > 0;

  async function send(wanted: readonly OrderRow[]): Promise<void> {
    const fault = deed === 'deliver' && (await fieldErrors(deliverOrder, { note })).note;
    if (fault) return setError(fault);
    setError(undefined);
    const found = await move(wanted, note.trim());
    if (deed === 'deliver' && rows.every(({ hash }) => found[hash] === 'done')) write('');
    onMoved();
  }

  return (
    <Dialog
      open
      size="lg"
      dismissable={!pending}
      onOpenChange={(open) => !open && onClose()}
      title={asked ? doneLabel(deed, done.length, rows.length) : deedLabel(deed, rows.length)}
      description={asked ? undefined : deedWords[deed].consequence}
      footer={
        asked ? (
          <>
            <Button
              variant={again.length > 0 || pending ? 'secondary' : 'primary'}
              disabledReason={pending ? 'Espere o fim: cada pedido é marcado por si.' : undefined}
              onClick={onClose}
            >
              Fechar
            </Button>
            {again.length > 0 && !pending && (
              <Button onClick={() => void send(again)}>
                {again.length === 1
                  ? 'Tentar de novo 1 que falhou'
                  : `Tentar de novo ${again.length} que falharam`}
              </Button>
            )}
          </>
        ) : (
          <>
            <Button variant="secondary" onClick={onClose}>
              Voltar à lista
            </Button>
            <Button loading={pending} onClick={() => void send(rows)}>
              {deedLabel(deed, rows.length)}
            </Button>
          </>
        )
      }
    >
      {deed === 'deliver' && !asked && (
        <Field
          label="Como você entregou"
          hint="Cada pessoa que comprou lê este texto. Diga o que enviou, por onde e quando."
          error={error}
          announceError
          className="mb-5"
        >
          <Textarea
            name="note"
            limit={2000}
            value={note}
            onChange={({ target }) => {
              write(target.value);
              setError(undefined);
            }}
            placeholder="Ex.: enviei o acesso por e-mail hoje às 14h, com o passo a passo."
          />
        </Field>
      )}
      <ManyList deed={deed} rows={rows} outcomes={outcomes} />
    </Dialog>
  );
}
