import { Pencil } from '#web/ui/icons/icons.tsx';
import { Suspense, useState } from 'react';
import type { InlineValueProps } from './inline-editor.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.ts';

const load = async () => ({ default: (await import('./inline-editor.tsx')).InlineEditor });
const InlineEditor = lazyPart(load);
const preload = () => void load().catch(() => undefined);

/** A number edited in place: Enter saves, Esc cancels; a refusal is shown in the row. */
export function InlineValue(props: InlineValueProps) {
  const { label, shown } = props;
  /** After editing, the focus returns to the number. */
  const [editing, setEditing] = useState<boolean | 'done'>(false);
  const number = (
    <button
      type="button"
      ref={editing === 'done' ? focusOnce : undefined}
      aria-label={`Mudar ${label}: ${shown}`}
      className="group inline-flex min-h-11 cursor-pointer items-center gap-1 rounded-sm text-ink"
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => setEditing(true)}
    >
      <span className="underline decoration-dotted underline-offset-4 group-hover:decoration-solid">
        {shown}
      </span>
      <Pencil aria-hidden="true" className="size-3.5 text-ink-3" />
    </button>
  );
  if (editing !== true) return number;
  return (
    <Suspense fallback={number}>
      <InlineEditor {...props} onEnd={() => setEditing('done')} />
    </Suspense>
  );
}

/** A stable function, so that React calls it only when the input is mounted. */
function focusOnce(number: HTMLElement | null): void {
  number?.focus();
}
