import { Suspense, useEffect } from 'react';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { useSession } from '#web/session.tsx';
import { sessionToken } from '#web/ui/storage/session-token.ts';

const load = () => import('./notice-area.tsx').then((module) => ({ default: module.NoticeArea }));
const NoticeArea = lazyPart(load, { background: true });

/** The place of notice cards; until they are loaded it has the height that they had last (`reserved-space-script.ts`). */
export function LazyNoticeArea({ gutter }: { gutter: string }) {
  const { signedIn, loading } = useSession();
  useEffect(() => {
    // Loads the code while the user is being fetched.
    if (sessionToken.read()) void load().catch(() => undefined);
  }, []);
  return (
    <div className={signedIn || loading ? 'min-h-(--novidades) print:hidden' : undefined}>
      <Suspense>{signedIn && <NoticeArea gutter={gutter} />}</Suspense>
    </div>
  );
}
