import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { signInPath } from './guard.ts';
import { useSession } from '#web/session.tsx';
import type { Intent } from './intent-after-sign-in.ts';
import { storeIntent, takeIntent } from './intent-after-sign-in.ts';
import { fullPath } from '#web/accounts/sign-in/return-path.ts';
import { useLatest } from '#web/ui/page/use-latest.ts';

/**
 * An action for members that any visitor may press. For a member it finishes at once; otherwise the intent is stored,
 * the visitor signs in and returns to `path` (this page by default), and the action finishes then.
 */
export function useIntentAfterSignIn(
  intent: Intent,
  thing: string,
  finish: (content: string) => void,
): (content: string, path?: string) => void {
  const { signedIn } = useSession();
  const here = fullPath(useLocation());
  const signInFirst = useSignInFirst();
  const latest = useLatest(finish);
  useEffect(() => {
    const content = signedIn ? takeIntent(intent, thing) : null;
    if (content !== null) latest.current(content);
  }, [latest, intent, thing, signedIn]);
  return (content, path = here) => {
    if (signedIn) return finish(content);
    storeIntent(intent, thing, content);
    signInFirst(path);
  };
}

/** Sends a visitor who is not signed in to sign-in, with the way back to `path`. A press before the session is known waits for it. */
function useSignInFirst(): (path: string) => void {
  const { signedIn, loading } = useSession();
  const navigate = useNavigate();
  const pendingPath = useRef<string | null>(null);
  const unknown = loading && !signedIn;

  function goToSignIn(path: string): void {
    if (!signedIn) void navigate(signInPath(path));
  }

  useEffect(() => {
    const path = pendingPath.current;
    if (unknown || path === null) return;
    pendingPath.current = null;
    goToSignIn(path);
  });
  return (path) => {
    if (unknown) pendingPath.current = path;
    else goToSignIn(path);
  };
}
