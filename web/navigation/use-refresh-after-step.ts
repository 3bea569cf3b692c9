import { useEffect } from 'react';
import { useLocation, useNavigation, useRevalidator } from 'react-router';
import { isServerReachable } from '#web/api/api.ts';
import { endStep } from '#web/api/reads/seen-reads.ts';

/** After a step back or forward to a page that was shown from memory, its data is read again. */
export function useRefreshAfterStep(): void {
  const { revalidate } = useRevalidator();
  const { state } = useNavigation();
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (state !== 'idle' || !endStep({ pathname, search })) return;
    // Without a connection the page stays as it is remembered.
    void isServerReachable().then((reachable) => void (reachable && revalidate()));
  }, [state, pathname, search, revalidate]);
}
