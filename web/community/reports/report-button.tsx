import { Flag } from '#web/ui/icons/icons.tsx';
import { Suspense, useState } from 'react';
import type { ReportTarget } from '#domain/community/reports.ts';
import { cn } from '#web/ui/styles/class-names.ts';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { useIntentAfterSignIn } from '#web/api/use-intent-after-sign-in.ts';

const ReportDialog = lazyPart(() =>
  import('./report-dialog.tsx').then((module) => ({ default: module.ReportDialog })),
);

interface ReportButtonProps {
  target: ReportTarget;
  /** Id of the listing, question, rating or message, or the username. */
  id: string;
  /** «Denunciar anúncio»; also the accessible name, unless `label` is given. */
  children: string;
  label?: string;
  /** Smaller, with a large touch area, for lists of messages. */
  small?: boolean;
}

/** «Denunciar»: asks visitors to sign in first, and then returns to the open dialog. */
export function ReportButton({ target, id, children, label, small }: ReportButtonProps) {
  const [open, setOpen] = useState(false);
  const reportIntent = useIntentAfterSignIn('denunciar', `${target}:${id}`, () => setOpen(true));

  return (
    <>
      <button
        type="button"
        aria-label={label}
        onClick={() => reportIntent(children)}
        className={cn(
          'inline-flex items-center gap-1.5 rounded-sm text-ink-3 underline-offset-4 hover:text-ink hover:underline',
          small ? 'hit-44 text-xs' : 'min-h-11 self-start text-sm',
        )}
      >
        <Flag aria-hidden="true" className={small ? 'size-3.5' : 'size-4'} /> {children}
      </button>
      {open && (
        <Suspense>
          <ReportDialog
            target={target}
            id={id}
            title={small ? 'Denunciar mensagem' : (label ?? children)}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
