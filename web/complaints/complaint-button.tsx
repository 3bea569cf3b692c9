import { Suspense, useState } from 'react';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import type { OpenComplaintProps } from './open-complaint.tsx';

const Form = lazyPart(() =>
  import('./open-complaint.tsx').then(({ OpenComplaint }) => ({ default: OpenComplaint })),
);

/**
 * «Abrir reclamação», disabled with its reason when none can be opened now. The form loads when the button is pressed.
 */
export function ComplaintButton({
  because,
  ...form
}: Omit<OpenComplaintProps, 'onClose'> & { because: string | null }) {
  const [open, setOpen] = useState(false);
  return (
    <div className="flex flex-col items-start gap-2 print:hidden">
      <Button variant="secondary" disabledReason={because ?? undefined} onClick={() => setOpen(true)}>
        Abrir reclamação
      </Button>
      {because && <p className="text-sm text-ink-2">{because}</p>}
      {open && (
        <Suspense>
          <Form {...form} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
