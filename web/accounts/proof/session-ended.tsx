import { Suspense, useEffect } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import { sessionToken } from '#web/ui/storage/session-token.ts';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { useSession } from '#web/session.tsx';

const SignInAgain = lazyPart(() =>
  import('./sign-in-again.tsx').then((module) => ({ default: module.SignInAgain })),
);

/** «Sua sessão terminou»: a dialog; the page and its typed text stay below it. */
export function SessionEnded() {
  const { ended, user, forgetSession } = useSession();
  const signingIn = useLocation().pathname.startsWith('/auth/');
  const { revalidate } = useRevalidator();
  // Another tab signed in or out, so this page may show another person's data.
  useEffect(() => sessionToken.watch(() => void revalidate()), [revalidate]);
  useEffect(() => {
    // A private page already redirected to sign-in, so there is no page to keep.
    if (ended && signingIn) forgetSession();
  }, [ended, signingIn, forgetSession]);
  if (!ended || signingIn) return null;
  return (
    <Suspense>
      <SignInAgain key={user.id} />
    </Suspense>
  );
}
