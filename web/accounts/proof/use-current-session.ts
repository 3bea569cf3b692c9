import { useCallback, useEffect, useState } from 'react';
import type { Reply } from '#contract/endpoint.ts';
import { getCurrentSession } from '#contract/accounts/sessions.ts';
import { api, ApiError } from '#web/api/api.ts';

export type CurrentSession = Reply<typeof getCurrentSession>;

/** The state of this session and the ways to prove to be there; null while it is asked. */
export function useCurrentSession(): { session: CurrentSession | ApiError | null; again: () => void } {
  const [session, setSession] = useState<CurrentSession | ApiError | null>(null);
  const ask = useCallback(() => {
    api(getCurrentSession).then(setSession, (error: unknown) => {
      if (error instanceof ApiError) setSession(error);
    });
  }, []);
  useEffect(ask, [ask]);
  return {
    session,
    again: () => {
      setSession(null);
      ask();
    },
  };
}
