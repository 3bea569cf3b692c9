import { Suspense, useEffect } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router';
import { useRetryPendingImports } from '#web/boot/import-page.ts';
import { lazyPart } from '#web/boot/lazy-part.ts';
import { stayedState } from '#web/navigation/overlay-entry.ts';
import { startWaiting, useLate } from '#web/ui/page/patience.ts';

const WaitingNotice = lazyPart(
  async () => ({ default: (await import('./waiting-notice.tsx')).WaitingNotice }),
  {
    background: true,
  },
);

/** Says after 8 s that what was asked for is still awaited, with the way out (design §4.9): of a page, of a form. */
export function StillWaiting() {
  usePatienceForPages();
  const ways = useLate();
  const offline = useRetryPendingImports();
  if (ways.length === 0 || offline) return null;
  return (
    <Suspense>
      <WaitingNotice ways={ways} />
    </Suspense>
  );
}

/** A page that does not come can be given up: the present one stays, and loads nothing anew. */
function usePatienceForPages(): void {
  const { state, location: wanted } = useNavigation();
  const { pathname, search, hash, state: kept } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (state === 'idle' || !wanted) return undefined;
    const stay = {
      replace: true,
      preventScrollReset: true,
      defaultShouldRevalidate: false,
      state: { ...kept, ...stayedState },
    };
    return startWaiting({
      label: 'Cancelar',
      take: () => void navigate({ pathname, search, hash }, stay),
    });
  }, [state, wanted, pathname, search, hash, kept, navigate]);
}
