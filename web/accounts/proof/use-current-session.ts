import { useCallback, useEffect, useState } from 'react';
import type { Reply } from '#contract/endpoint.ts';
import { getCurrentSession } from '#contract/accounts/sessions.ts';
import { api, ApiError } from '#web/api/api.ts';

export type CurrentSession = Reply<typeof getCurrentSession>;

/** The state of this session and its proof methods; null while loading. */
export function useCurrentSession(): { session: CurrentSession | ApiError | null; reload: () => void } {
  const [session, setSession] = useState<CurrentSession | ApiError | null>(null);
  const load = useCallback(() => {
    api(getCurrentSession).then(setSession, (error: unknown) => {
      if (error instanceof ApiError) setSession(error);
    });
  }, []);
  useEffect(load, [load]);
  return {
    session,
    reload: () => {
      setSession(null);
      load();
    },
  };
}
