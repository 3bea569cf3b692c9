import { brandName } from '#web/ui/brand.ts';
import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { Suspense } from 'react';
import { Link, useSearchParams } from 'react-router';
import { getAccount } from '#contract/account.ts';
import { getPublicSettings, listCategories } from '#contract/catalogue.ts';
import { getOwnListing, listOwnListings } from '#contract/own-listings.ts';
import type { ListingState } from '#domain/listings.ts';
import { listingMachine, liveStates } from '#domain/listings.ts';
import { missingToSell } from '#domain/verification.ts';
import { api } from '#web/api.ts';
import { whenSignedIn } from '#web/guard.ts';
import { late } from '#web/late.ts';
import { listingWords } from '#web/text.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import type { Route } from './+types/publish-page';
import { LiveEdit } from './publish/live-edit.tsx';
import { NewListing } from './publish/new-listing.tsx';
import { PublishForm } from './publish/publish-form.tsx';
import { SentScreen } from './publish/sent-screen.tsx';

export { PageError as ErrorBoundary } from '#web/institutional/page-error.tsx';
export const handle = { ownBottomBar: true };

/** Seen once by each seller: the form does without it. */
const ProveFirst = late(() =>
  import('./publish/prove-first.tsx').then((module) => ({ default: module.ProveFirst })),
);

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const id = new URL(request.url).searchParams.get('id');
  return whenSignedIn(request, async () => {
    const [account, categories, settings, listing, drafts] = await Promise.all([
      api(getAccount),
      api(listCategories),
      api(getPublicSettings),
      id === null ? null : api(getOwnListing, { params: { id } }),
      id === null ? api(listOwnListings, { query: { state: 'draft' } }) : { items: [] },
    ]);
    const { emailVerified, phone } = account;
    const missing = missingToSell({ emailVerified, phoneVerified: phone !== null });
    return { missing, categories: categories.items, settings, listing, drafts: drafts.items };
  });
}

/** Going from step to step asks the server nothing: the form holds the draft. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const sameDraft = currentUrl.searchParams.get('id') === nextUrl.searchParams.get('id');
  const sameStep = currentUrl.searchParams.get('passo') === nextUrl.searchParams.get('passo');
  const toSteps = nextUrl.searchParams.has('passo');
  return sameDraft && !sameStep && toSteps ? false : defaultShouldRevalidate;
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `${loaderData?.listing ? 'Editar anúncio' : 'Criar anúncio'} · ${brandName}` }];
}

export function HydrateFallback() {
  return (
    <Loading name="o formulário do anúncio" className="mx-auto w-full max-w-page page-gutter pt-5 md:pt-8">
      <Skeleton className="h-11 w-full" />
      <div className="mt-8 grid gap-10 md:mt-10 lg:grid-cols-[minmax(0,640px)_360px] lg:justify-between">
        <div className="flex flex-col gap-5">
          <Skeleton className="h-9 w-3/4" />
          <Skeleton className="h-11 w-full rounded-md" />
          {Array.from({ length: 6 }, (_, index) => (
            <Skeleton key={index} className="h-9 w-full" />
          ))}
        </div>
      </div>
    </Loading>
  );
}

/** `/anunciar`: a new listing, a draft, what the team sent back, or the few changes of a listing on sale. */
export default function PublishPage({ loaderData }: Route.ComponentProps) {
  const { missing, categories, settings, listing, drafts } = loaderData;
  const [query] = useSearchParams();
  if (!listing && missing.length > 0)
    return (
      <Suspense>
        <ProveFirst missing={missing} hasDrafts={drafts.length > 0} />
      </Suspense>
    );
  if (!listing) return <NewListing categories={categories} drafts={drafts} />;
  if (listingMachine.submit.from.includes(listing.state))
    return <PublishForm key={listing.id} listing={listing} categories={categories} settings={settings} />;
  if (inReview.includes(listing.state)) return <SentScreen listing={listing} />;
  // A step in the address is an edit of everything; while a change waits there is nothing to edit but the rest.
  if (liveStates.includes(listing.state))
    return query.has('passo') && listing.revision?.state !== 'pending' ? (
      <PublishForm key={listing.id} listing={listing} categories={categories} settings={settings} />
    ) : (
      <LiveEdit key={listing.updatedAt} listing={listing} categories={categories} />
    );
  return (
    <EmptyState
      level={1}
      title={`Anúncio ${listingWords[listing.state].label.toLowerCase()}`}
      text="Este anúncio não pode mais ser editado."
      action={
        <Button asChild>
          <Link to="/conta/anuncios">Ver meus anúncios</Link>
        </Button>
      }
    />
  );
}

const inReview: readonly ListingState[] = ['in_triage', 'in_review'];
