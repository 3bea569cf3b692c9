import { Suspense } from 'react';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { useSession } from '#web/session.tsx';

const ResumeRow = lazyPart(
  () => import('./resume-row.tsx').then((module) => ({ default: module.ResumeRow })),
  {
    background: true,
  },
);

/** «Continue de onde parou», for members. The cached page is the same for everyone, so this renders after hydration. */
export function Resume() {
  const { signedIn, loading, user } = useSession();
  if (!signedIn && !loading) return null;
  return (
    <div className="min-h-(--retomar)">
      {signedIn && (
        <Suspense>
          <ResumeRow key={user.id} userId={user.id} />
        </Suspense>
      )}
    </div>
  );
}
