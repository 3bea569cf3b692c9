import { lazy, Suspense, useEffect, useState } from 'react';
import type { SheetProps } from './sheet.tsx';
import { whenIdle } from '#web/ui/page/when-idle.ts';

const load = () => import('./sheet.tsx').then((module) => ({ default: module.Sheet }));
const Sheet = lazy(load);

/** A sheet whose code comes once the page is at rest: for public pages, where few visitors open it. */
export function LazySheet(props: Omit<SheetProps, 'trigger'> & { open: boolean }) {
  const [wasOpened, setWasOpened] = useState(props.open);
  useEffect(() => whenIdle(() => void load().catch(() => undefined)), []);
  if (props.open && !wasOpened) setWasOpened(true);
  // What was never opened shows nothing: then it costs nothing either.
  if (!wasOpened) return null;
  return (
    <Suspense>
      <Sheet {...props} />
    </Suspense>
  );
}
