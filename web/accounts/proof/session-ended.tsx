import { Suspense, useEffect } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import { sessionToken } from '#web/ui/storage/session-token.ts';
import { lazyPart } from '#web/boot/lazy-part.ts';
import { useSession } from '#web/session.tsx';

const SignInAgain = lazyPart(() =>
  import('./sign-in-again.tsx').then((module) => ({ default: module.SignInAgain })),
);

/** «Sua sessão terminou»: the screen and what was typed stay below the dialog. */
export function SessionEnded() {
  const { ended, user, forgetSession } = useSession();
  const signingIn = useLocation().pathname.startsWith('/auth/');
  const { revalidate } = useRevalidator();
  // Another tab signed in or out: what is on this screen was somebody else's to see.
  useEffect(() => sessionToken.watch(() => void revalidate()), [revalidate]);
  useEffect(() => {
    // A private page led to the sign-in screen already: nothing is left to keep.
    if (ended && signingIn) forgetSession();
  }, [ended, signingIn, forgetSession]);
  if (!ended || signingIn) return null;
  return (
    <Suspense>
      <SignInAgain key={user.id} />
    </Suspense>
  );
}
