import { Suspense, useEffect, useState } from 'react';
import { late } from '#web/boot/lazy-part.ts';
import { useSession } from '#web/session.tsx';

const SupportLauncher = late(
  () => import('#web/tickets/support-launcher.tsx').then((module) => ({ default: module.SupportLauncher })),
  { unasked: true },
);
const PushStart = late(
  () => import('#web/notifications/push/push-start.tsx').then((module) => ({ default: module.PushStart })),
  { unasked: true },
);
const Live = late(() => import('./live.tsx').then((module) => ({ default: module.Live })), { unasked: true });

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
