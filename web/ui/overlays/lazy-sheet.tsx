import { lazy, Suspense, useEffect, useState } from 'react';
import type { SheetProps } from './sheet.tsx';
import { whenIdle } from '#web/ui/page/when-idle.ts';

const load = () => import('./sheet.tsx').then((module) => ({ default: module.Sheet }));
const Sheet = lazy(load);

/** A sheet whose code loads when the browser is idle: for public pages, where few visitors open it. */
export function LazySheet(props: Omit<SheetProps, 'trigger'> & { open: boolean }) {
  const [wasOpened, setWasOpened] = useState(props.open);
  useEffect(() => whenIdle(() => void load().catch(() => undefined)), []);
  if (props.open && !wasOpened) setWasOpened(true);
  // Nothing is rendered until the first opening, to save work.
  if (!wasOpened) return null;
  return (
    <Suspense>
      <Sheet {...props} />
    </Suspense>
  );
}
