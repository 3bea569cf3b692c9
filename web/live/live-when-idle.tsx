import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { useSession } from '#web/session.tsx';

const SupportLauncher = lazyPart(
  () => import('#web/tickets/support-launcher.tsx').then((module) => ({ default: module.SupportLauncher })),
  { background: true },
);
const PushStart = lazyPart(
  () => import('#web/notifications/push/push-start.tsx').then((module) => ({ default: module.PushStart })),
  { background: true },
);
const Live = lazyPart(() => import('./live.tsx').then((module) => ({ default: module.Live })), {
  background: true,
});
const ReadyPages = lazyPart(
  () => import('#web/navigation/ready-pages.tsx').then((module) => ({ default: module.ReadyPages })),
  { background: true },
);

/** Loads the realtime connection, web push, the support button and prefetching for members once the browser is idle. */
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
      <ReadyPages />
      <Live />
      <PushStart />
      <SupportLauncher />
    </Suspense>
  );
}
