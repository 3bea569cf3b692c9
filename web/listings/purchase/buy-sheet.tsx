import { Pencil } from '#web/ui/icons/icons.tsx';
import type { ReactNode } from 'react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { imageUrl } from '#web/api/api.ts';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { useSession } from '#web/session.tsx';
import { Banner } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatCents } from '#web/ui/data/formats.ts';
import { DotSeparated } from '#web/ui/page/dot-separated.tsx';
import { Sheet } from '#web/ui/overlays/sheet.tsx';
import { Loading, Skeleton } from '#web/ui/page/skeleton.tsx';
import { Tiles } from '#web/ui/theme/tiles.tsx';
import { Review, ReviewFoot, useReview } from './purchase-review.tsx';
import type { Listing, Purchase } from './use-purchase.ts';

const BuySignIn = lazyPart(() =>
  import('./buy-sign-in.tsx').then((module) => ({ default: module.BuySignIn })),
);

type Stage = 'sign-in' | 'second-step' | 'own' | 'review';

const titles: Record<Stage, string> = {
  'sign-in': 'Entre para comprar',
  'second-step': 'Confirme que é você',
  own: 'Este anúncio é seu',
  review: 'Revise sua compra',
};

/** The review before the order is placed. Visitors sign in inside the same sheet, and their choice is preserved. */
export function BuySheet({ listing, purchase }: { listing: Listing; purchase: Purchase }) {
  const { signedIn } = useSession();
  const [secondStep, setSecondStep] = useState(false);
  const entry = secondStep ? 'second-step' : 'sign-in';
  const stage = !signedIn ? entry : purchase.own ? 'own' : 'review';
  const review = useReview(listing, purchase.quantity, stage === 'review');
  return (
    <Sheet
      open
      inAddress
      onOpenChange={(open) => !open && purchase.close()}
      title={titles[stage]}
      footer={stage === 'review' && <ReviewFoot {...{ purchase, review }} />}
    >
      <AfterSignIn signedIn={signedIn}>
        <Item listing={listing} quantity={signedIn ? null : purchase.quantity} />
        {!signedIn && (
          <Suspense fallback={<SignInSkeleton />}>
            <BuySignIn secondStep={secondStep} onSecondStep={setSecondStep} />
          </Suspense>
        )}
        {stage === 'own' && <OwnListing listing={listing} reason={purchase.refusal} />}
        {stage === 'review' && <Review {...{ listing, purchase, review }} />}
      </AfterSignIn>
    </Sheet>
  );
}

/** After signing in, the greeting is announced and the focus moves to the new content's title. */
function AfterSignIn({ signedIn, children }: { signedIn: boolean; children: ReactNode }) {
  const { user } = useSession();
  const inside = useRef<HTMLDivElement>(null);
  const [startedSignedOut] = useState(!signedIn);
  const entered = startedSignedOut && signedIn;
  useEffect(() => {
    if (!entered) return;
    const title = inside.current?.closest('[role=dialog]')?.querySelector<HTMLElement>('h2');
    if (!title) return;
    inside.current?.scrollIntoView({ block: 'start' });
    title.tabIndex = -1;
    title.focus();
  }, [entered]);
  return (
    <div ref={inside} className="flex flex-col gap-6">
      <output className="sr-only">{entered && `Você entrou como @${user.username}.`}</output>
      {children}
    </div>
  );
}

/** The item; quantity and price too, where they are not asked for below. */
function Item({ listing, quantity }: { listing: Listing; quantity: number | null }) {
  return (
    <div className="flex items-center gap-4">
      <div className="size-18 shrink-0 overflow-hidden rounded-md bg-surface-2">
        {listing.images[0] ? (
          <img src={imageUrl(listing.images[0].key, 320)} alt="" className="size-full object-cover" />
        ) : (
          <Tiles seed={listing.slug} className="size-full" />
        )}
      </div>
      <div className="min-w-0">
        <p className="line-clamp-2 text-ui font-semibold">{listing.title}</p>
        <p className="text-sm text-ink-2">Vendido por @{listing.seller.username}</p>
        {quantity !== null && (
          <p className="text-sm text-ink-2 tabular-nums">
            <DotSeparated
              of={[
                quantity > 1 && `${quantity} unidades`,
                <span key="amount" className="font-semibold text-ink">
                  {formatCents(listing.priceCents * quantity)}
                </span>,
              ]}
            />
          </p>
        )}
      </div>
    </div>
  );
}

/** Shown when the seller signs in on their own listing. */
function OwnListing({ listing, reason }: { listing: Listing; reason: string | undefined }) {
  return (
    <>
      <Banner tone="warning">{reason}</Banner>
      <Button asChild size="lg" full>
        <Link to={`/anunciar?id=${listing.id}`}>
          <Pencil aria-hidden="true" /> Editar anúncio
        </Link>
      </Button>
    </>
  );
}

function SignInSkeleton() {
  return (
    <Loading name="a entrada">
      <Skeleton className="h-17 rounded-md" />
      <Skeleton className="mt-5 h-17 rounded-md" />
      <Skeleton className="mt-14 h-13 rounded-md" />
    </Loading>
  );
}
