import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '#web/session.tsx';

const SignInAgain = lazy(() =>
  import('./sign-in-again.tsx').then((module) => ({ default: module.SignInAgain })),
);

/** «Sua sessão terminou» (S0): the screen and what was typed stay below the dialog. */
export function SessionEnded() {
  const { ended, user } = useSession();
  const { pathname } = useLocation();
  if (!ended || pathname.startsWith('/auth/')) return null;
  return (
    <Suspense>
      <SignInAgain key={user.id} />
    </Suspense>
  );
}
