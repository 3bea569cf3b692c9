import { Suspense, useState } from 'react';
import type { SettingValue } from '#domain/settings/settings.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { Skeleton } from '#web/ui/page/skeleton.tsx';

const ChangeEffect = lazyPart(() =>
  import('./change-effect.tsx').then((module) => ({ default: module.ChangeEffect })),
);

/** The step before saving that tries the change on past orders (N09), for those who ask for it. */
export function EffectStep({ changes }: { changes: Readonly<Record<string, SettingValue>> }) {
  const [open, setOpen] = useState(false);
  if (!open)
    return (
      <Button variant="secondary" className="self-start" onClick={() => setOpen(true)}>
        Ver o efeito
      </Button>
    );
  return (
    <Suspense fallback={<Skeleton className="h-40 rounded-lg" />}>
      <ChangeEffect changes={changes} />
    </Suspense>
  );
}
