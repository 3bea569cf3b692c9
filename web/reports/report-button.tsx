import { Flag } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { ReportTarget } from '#domain/reports.ts';
import { late } from '#web/late.ts';
import { useWish } from '#web/use-wish.ts';

const ReportDialog = late(() =>
  import('./report-dialog.tsx').then((module) => ({ default: module.ReportDialog })),
);

interface ReportButtonProps {
  target: ReportTarget;
  /** Id of the listing, question or rating, or the username. */
  id: string;
  /** «Denunciar anúncio»; the accessible name too, unless `label` says more. */
  children: string;
  label?: string;
}

/** «Denunciar»: signs in first where that is needed, and comes back to the open dialog. */
export function ReportButton({ target, id, children, label }: ReportButtonProps) {
  const [open, setOpen] = useState(false);
  const wish = useWish('denunciar', `${target}:${id}`, () => setOpen(true));

  return (
    <>
      <button
        type="button"
        aria-label={label}
        onClick={() => wish(children)}
        className="inline-flex min-h-11 items-center gap-1.5 self-start rounded-sm text-sm text-ink-3 underline-offset-4 hover:text-ink hover:underline"
      >
        <Flag aria-hidden="true" className="size-4" /> {children}
      </button>
      {open && (
        <Suspense>
          <ReportDialog target={target} id={id} title={label ?? children} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
