import { lazy, Suspense, useEffect, useState } from 'react';
import { useSession } from './session.tsx';

const SupportLauncher = lazy(() =>
  import('./tickets/support-launcher.tsx').then((module) => ({ default: module.SupportLauncher })),
);
const PushStart = lazy(() =>
  import('./push/push-start.tsx').then((module) => ({ default: module.PushStart })),
);
const Live = lazy(() => import('./live.tsx').then((module) => ({ default: module.Live })));

/** Opens the line to the server, and offers the team's help, to whoever is signed in, once the page has nothing better to do. */
export function LiveWhenIdle() {
  const { signedIn, loading } = useSession();
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    if (loading || !signedIn) return undefined;
    const whenIdle = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 1_000));
    whenIdle(() => setIdle(true));
    return undefined;
  }, [loading, signedIn]);
  if (!idle || !signedIn) return null;
  return (
    <Suspense fallback={null}>
      <Live />
      <PushStart />
      <SupportLauncher />
    </Suspense>
  );
}
