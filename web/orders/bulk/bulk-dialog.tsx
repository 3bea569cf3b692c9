import { useState } from 'react';
import type { OrderRow } from '#contract/orders/orders.ts';
import { deliverOrder } from '#contract/orders/orders.ts';
import { fieldErrors } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatCount } from '#web/ui/data/formats.ts';
import { useDraft } from '#web/ui/conversation/use-draft.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import type { BulkAction } from '#web/orders/bulk/bulk-action.ts';
import { BulkList } from './bulk-list.tsx';
import { actionLabel, bulkActionTexts, resultLabel } from './bulk-texts.ts';
import { useLabelPdf } from '#web/shipping/use-label-pdf.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { isRetryable, useBulkAction } from './use-bulk-action.ts';

interface BulkDialogProps {
  action: BulkAction;
  /** The orders as they were when they were selected. */
  rows: readonly OrderRow[];
  /** Called after any attempt: the list behind the dialog may be outdated. */
  onAttempted: () => void;
  onClose: () => void;
}

/**
 * Runs the action on each selected order separately and shows each outcome. All deliveries share one text; it can't be
 * changed after the first attempt, so that a retry repeats the same request.
 */
export function BulkDialog({ action, rows, onAttempted, onClose }: BulkDialogProps) {
  const [note, setNote] = useDraft('entrega-de-varios');
  const [error, setError] = useState<string>();
  const { outcomes, pending, run } = useBulkAction(action);
  const done = rows.filter(({ hash }) => outcomes[hash] === 'done');
  const failed = rows.filter(({ hash }) => isRetryable(outcomes[hash]));
  const labels = useLabelPdf();
  const printable = action === 'label' && !pending && done.length > 0;
  const started = Object.keys(outcomes).length > 0;

  async function send(targets: readonly OrderRow[]): Promise<void> {
    const noteError = action === 'deliver' && (await fieldErrors(deliverOrder, { note })).note;
    if (noteError) return setError(noteError);
    setError(undefined);
    const results = await run(targets, note.trim());
    if (action === 'deliver' && rows.every(({ hash }) => results[hash] === 'done')) setNote('');
    onAttempted();
  }

  return (
    <Dialog
      open
      size="lg"
      dismissable={!pending}
      onOpenChange={(open) => !open && onClose()}
      title={started ? resultLabel(action, done.length, rows.length) : actionLabel(action, rows.length)}
      description={started ? undefined : bulkActionTexts[action].consequence}
      footer={
        started ? (
          <>
            <Button
              variant={failed.length > 0 || pending || printable ? 'secondary' : 'primary'}
              disabledReason={pending ? 'Aguarde: os pedidos são marcados um a um.' : undefined}
              onClick={onClose}
            >
              Fechar
            </Button>
            {failed.length > 0 && !pending && (
              <Button variant={printable ? 'secondary' : 'primary'} onClick={() => void send(failed)}>
                {failed.length === 1
                  ? 'Tentar de novo 1 que falhou'
                  : `Tentar de novo ${failed.length} que falharam`}
              </Button>
            )}
            {printable && <SaveLabels hashes={done.map(({ hash }) => hash)} labels={labels} />}
          </>
        ) : (
          <>
            <Button variant="secondary" onClick={onClose}>
              Voltar à lista
            </Button>
            <Button loading={pending} onClick={() => void send(rows)}>
              {actionLabel(action, rows.length)}
            </Button>
          </>
        )
      }
    >
      {action === 'deliver' && !started && (
        <NoteField
          note={note}
          error={error}
          onType={(text) => {
            setNote(text);
            setError(undefined);
          }}
        />
      )}
      <ProblemBanner problem={labels.problem} />
      <BulkList action={action} rows={rows} outcomes={outcomes} />
    </Dialog>
  );
}

interface NoteFieldProps {
  note: string;
  error: string | undefined;
  onType: (text: string) => void;
}

function NoteField({ note, error, onType }: NoteFieldProps) {
  return (
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
        onChange={({ target }) => onType(target.value)}
        placeholder="Ex.: enviei o acesso por e-mail hoje às 14h, com o passo a passo."
      />
    </Field>
  );
}

interface SaveLabelsProps {
  hashes: readonly string[];
  labels: ReturnType<typeof useLabelPdf>;
}

/** S14: the labels that are ready, as one PDF. */
function SaveLabels({ hashes, labels }: SaveLabelsProps) {
  return (
    <Button loading={labels.pending} onClick={() => void labels.save(hashes, 'etiquetas')}>
      {`Baixar ${formatCount(hashes.length, 'etiqueta', 'etiquetas')} em PDF`}
    </Button>
  );
}
