import { Suspense } from 'react';
import { lazyPart } from '#web/boot/lazy-part.ts';
import { useSession } from '#web/session.tsx';

const ResumeRow = lazyPart(
  () => import('./resume-row.tsx').then((module) => ({ default: module.ResumeRow })),
  {
    background: true,
  },
);

/** «Continue de onde parou», for whoever is signed in. The page itself is everybody's, so it comes after hydration. */
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
