import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { signInPath } from './guard.ts';
import { useSession } from '#web/session.tsx';
import type { Wish } from './intent-after-sign-in.ts';
import { keepWish, takeWish } from './intent-after-sign-in.ts';
import { wholeAddress } from '#web/accounts/sign-in/return-path.ts';

/**
 * What only members can do, pressed by whoever is there. The press finishes it at once, or keeps it, has
 * the person sign in and come back to `path` (this page, unless another is named), and finishes it then.
 */
export function useWish(
  wish: Wish,
  thing: string,
  finish: (content: string) => void,
): (content: string, path?: string) => void {
  const { signedIn } = useSession();
  const here = wholeAddress(useLocation());
  const signInFirst = useSignInFirst();
  const latest = useRef(finish);
  useEffect(() => {
    latest.current = finish;
  });
  useEffect(() => {
    const content = signedIn ? takeWish(wish, thing) : null;
    if (content !== null) latest.current(content);
  }, [wish, thing, signedIn]);
  return (content, path = here) => {
    if (signedIn) return finish(content);
    keepWish(wish, thing, content);
    signInFirst(path);
  };
}

/** Has a stranger sign in and come back to `path`. A press may come before it is known who is here: it waits for that. */
function useSignInFirst(): (path: string) => void {
  const { signedIn, loading } = useSession();
  const navigate = useNavigate();
  const waiting = useRef<string | null>(null);
  const unknown = loading && !signedIn;

  function answer(path: string): void {
    if (!signedIn) void navigate(signInPath(path));
  }

  useEffect(() => {
    const path = waiting.current;
    if (unknown || path === null) return;
    waiting.current = null;
    answer(path);
  });
  return (path) => {
    if (unknown) waiting.current = path;
    else answer(path);
  };
}
