import type { ReactNode } from 'react';
import { Suspense } from 'react';
import { useLocation, useMatches } from 'react-router';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { LazyNoticeArea } from '#web/notifications/lazy-notice-area.tsx';
import { useSession } from '#web/session.tsx';
import { cn } from '#web/ui/styles/class-names.ts';
import { Footer } from './footer.tsx';
import { NavBar } from './nav-bar.tsx';
import { RouteProgress } from './route-progress.tsx';
import { SkipLinks } from './skip-links.tsx';
import { TabBar } from './tab-bar.tsx';

const Strips = lazyPart(() => import('./strips/strips.tsx').then((module) => ({ default: module.Strips })), {
  background: true,
});
const ReceiptModalHost = lazyPart(
  () =>
    import('#web/payments/payment-proofs/proof-modal-host.tsx').then((module) => ({
      default: module.ProofModalHost,
    })),
  { background: true },
);

/** A page's options for its frame: `export const handle = { ownBottomBar: true }`. */
export interface FrameHandle {
  /** The page has a bar of its own at the bottom of phones, so the tab bar is hidden. */
  ownBottomBar?: boolean;
}

/** The frame of a page: navigation, pending order, notices, footer. */
export function SiteFrame({ children }: { children: ReactNode }) {
  const { user, signedIn, loading } = useSession();
  const { pathname } = useLocation();
  const ownBottomBar = useMatches().some((match) => (match.handle as FrameHandle | undefined)?.ownBottomBar);
  return (
    <div
      className={cn(
        'flex min-h-dvh flex-col',
        ownBottomBar ? 'max-md:pb-20' : 'max-md:pb-[calc(56px+env(safe-area-inset-bottom))]',
      )}
    >
      <SkipLinks />
      <RouteProgress />
      {/* Specification §4: the bar shows when the user id is not −1 and the path is not /login. */}
      {user.id !== -1 && pathname !== '/login' && <NavBar />}
      <div className={signedIn || loading ? 'min-h-(--faixa) print:hidden' : undefined}>
        {signedIn && (
          <Suspense>
            <Strips />
          </Suspense>
        )}
      </div>
      <LazyNoticeArea gutter="page-edge" />
      {signedIn && (
        <Suspense>
          <ReceiptModalHost />
        </Suspense>
      )}
      {/* A loading page is often shorter than its content, so the footer stays below the screen. */}
      <main id="conteudo" tabIndex={-1} className="flex-1 has-[[data-slot=loading]]:min-h-dvh">
        {children}
      </main>
      <Footer />
      {!ownBottomBar && <TabBar />}
    </div>
  );
}
