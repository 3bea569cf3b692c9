import { Flag } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ReportTarget } from '#domain/reports.ts';
import { signInPath } from '#web/guard.ts';
import { useSession } from '#web/session.tsx';
import { keepWish, useWish } from '#web/wish.ts';

const ReportDialog = lazy(() =>
  import('./report-dialog.tsx').then((module) => ({ default: module.ReportDialog })),
);

interface ReportButtonProps {
  target: ReportTarget;
  /** Id of the listing or question, or the username. */
  id: string;
  /** «Denunciar anúncio»; the accessible name too, unless `label` says more. */
  children: string;
  label?: string;
}

/** «Denunciar»: signs in first where that is needed, and comes back to the open dialog. */
export function ReportButton({ target, id, children, label }: ReportButtonProps) {
  const { signedIn } = useSession();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [open, setOpen] = useState(false);
  const thing = `${target}:${id}`;
  useWish('denunciar', thing, signedIn, () => setOpen(true));

  function press(): void {
    if (signedIn) return setOpen(true);
    keepWish('denunciar', thing, children);
    void navigate(signInPath(pathname + search));
  }

  return (
    <>
      <button
        type="button"
        aria-label={label}
        onClick={press}
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
