import { Suspense, useEffect } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router';
import { useWhatWaits } from '#web/boot/import-page.ts';
import { late } from '#web/boot/lazy-part.ts';
import { stayed } from '#web/navigation/own-entry.ts';
import { startWaiting, useLate } from '#web/ui/page/patience.ts';

const WaitingNotice = late(async () => ({ default: (await import('./waiting-notice.tsx')).WaitingNotice }), {
  unasked: true,
});

/** Says after 8 s that what was asked for is still awaited, with the way out (design §4.9): of a page, of a form. */
export function StillWaiting() {
  usePatienceForPages();
  const ways = useLate();
  const offline = useWhatWaits();
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
      state: { ...kept, ...stayed },
    };
    return startWaiting({
      label: 'Cancelar',
      take: () => void navigate({ pathname, search, hash }, stay),
    });
  }, [state, wanted, pathname, search, hash, kept, navigate]);
}
