import { useState } from 'react';
import type { ReactNode } from 'react';
import { AlertDialog } from '#web/boot/alert-dialog.tsx';
import { Banner, scrollIntoSight } from '#web/ui/page/banner.tsx';
import type { BulkFailure, BulkOutcome } from './use-bulk-run.ts';

export interface BulkDialogProps<Item, Answer> {
  items: readonly Item[];
  nameOf: (item: Item) => string;
  /** Verb and object for a number of items: «Pausar 3 anúncios». */
  title: (count: number) => string;
  /** The whole question, where it says more than `title`. */
  question?: string;
  /** The effect of the action. */
  text: ReactNode;
  /** Success text: «3 anúncios pausados». */
  doneText: (count: number) => string;
  /** Selected items to which the action does not apply, with why. */
  skipped?: readonly { item: Item; because: string }[];
  tone?: 'danger' | 'primary';
  /** Validates the form; false shows the errors and sends nothing. */
  check: () => Promise<boolean>;
  run: (items: readonly Item[]) => Promise<BulkOutcome<Item, Answer>>;
  /** Number of unanswered calls. */
  left: number | null;
  /** Called when all calls succeeded. */
  onDone: (outcome: BulkOutcome<Item, Answer>) => void;
  /** Called when closed before that; `failed` are the items whose call failed, null when nothing was tried. */
  onClose: (failed: readonly Item[] | null) => void;
  /** Form fields, such as a reason or a target. */
  children: ReactNode;
}

/** Confirms an action on several items and reports each failure with its reason; only failed ones are retried. */
export function BulkDialog<Item extends { id: number }, Answer>(props: BulkDialogProps<Item, Answer>) {
  const { items, nameOf, title, text, doneText, skipped = [], left, children } = props;
  const [done, setDone] = useState<BulkOutcome<Item, Answer>['done']>([]);
  const [failed, setFailed] = useState<readonly BulkFailure<Item>[] | null>(null);
  const targets = failed?.map(({ item }) => item) ?? items;
  const actionTitle = title(targets.length);

  async function confirm(): Promise<void> {
    if (left !== null || !(await props.check())) return;
    const outcome = await props.run(targets);
    const all = [...done, ...outcome.done];
    if (outcome.failed.length === 0) return props.onDone({ done: all, failed: [] });
    setDone(all);
    setFailed(outcome.failed);
  }

  return (
    <AlertDialog
      open
      onOpenChange={(isOpen) => !isOpen && left === null && props.onClose(failed && targets)}
      title={props.question ?? title(items.length || skipped.length)}
      description={text}
      cancelLabel={failed ? 'Fechar' : 'Voltar'}
      confirmLabel={failed ? `Tentar de novo: ${actionTitle}` : actionTitle}
      tone={props.tone ?? 'primary'}
      loading={left !== null}
      disabledReason={targets.length === 0 ? 'Nada do que você selecionou pode mudar assim.' : undefined}
      onConfirm={() => void confirm()}
    >
      {skipped.length > 0 && failed === null && (
        <Names
          title={skipped.length === 1 ? '1 fica como está' : `${skipped.length} ficam como estão`}
          rows={skipped.map(({ item, because }) => ({ id: item.id, name: nameOf(item), text: because }))}
        />
      )}
      {children}
      <output className="text-sm text-ink-2 tabular-nums empty:hidden">
        {left !== null && `${targets.length - left} de ${targets.length}…`}
      </output>
      {failed && left === null && (
        <Banner ref={scrollIntoSight} tone="danger" role="alert">
          <Names
            title={[
              done.length > 0 && doneText(done.length),
              failed.length === 1 ? '1 ficou como estava' : `${failed.length} ficaram como estavam`,
            ]
              .filter(Boolean)
              .join('. ')}
            rows={failed.map(({ item, problem }) => ({
              id: item.id,
              name: nameOf(item),
              text: problem.detail,
            }))}
          />
        </Banner>
      )}
    </AlertDialog>
  );
}

function Names({
  title,
  rows,
}: {
  title: string;
  rows: readonly { id: number; name: string; text: string }[];
}) {
  return (
    <div className="flex flex-col gap-1 text-sm">
      <p className="font-semibold">{title}:</p>
      <ul className="flex max-h-40 flex-col gap-1 overflow-y-auto">
        {rows.map(({ id, name, text }) => (
          <li key={id}>
            «{name}»: {text}
          </li>
        ))}
      </ul>
    </div>
  );
}
