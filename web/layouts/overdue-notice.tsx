import { Suspense, useEffect } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router';
import { useRetryPendingImports } from '#web/ui/page/import-when-online.ts';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { cancelledState } from '#web/navigation/overlay-entry.ts';
import { startOverdueTimer, useOverdueActions } from '#web/ui/page/overdue-actions.ts';

const WaitingNotice = lazyPart(
  async () => ({ default: (await import('./overdue-banner.tsx')).OverdueBanner }),
  {
    background: true,
  },
);

/** After 8 s of waiting for a page or a form, shows a notice with an action that ends the wait (design §4.9). */
export function OverdueNotice() {
  useCancellableNavigation();
  const actions = useOverdueActions();
  const offline = useRetryPendingImports();
  if (actions.length === 0 || offline) return null;
  return (
    <Suspense>
      <WaitingNotice actions={actions} />
    </Suspense>
  );
}

/** Lets the person cancel a navigation that takes long: the current page stays and does not reload. */
function useCancellableNavigation(): void {
  const { state, location: target } = useNavigation();
  const { pathname, search, hash, state: currentState } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (state === 'idle' || !target) return undefined;
    const stay = {
      replace: true,
      preventScrollReset: true,
      defaultShouldRevalidate: false,
      state: { ...currentState, ...cancelledState },
    };
    return startOverdueTimer({
      label: 'Cancelar',
      onPress: () => void navigate({ pathname, search, hash }, stay),
    });
  }, [state, target, pathname, search, hash, currentState, navigate]);
}
