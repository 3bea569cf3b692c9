import { PageError } from '#web/pages/page-error.tsx';
import { brandName } from '#web/ui/theme/brand.ts';
import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { Suspense } from 'react';
import { Link, useSearchParams } from 'react-router';
import { getAccount } from '#contract/accounts/account.ts';
import { getPublicSettings, listCategories } from '#contract/listings/catalogue.ts';
import { getOwnListing, listOwnListings } from '#contract/listings/own-listings.ts';
import type { ListingState } from '#domain/listings/listings.ts';
import { listingMachine, liveStates } from '#domain/listings/listings.ts';
import { missingSellerProofs } from '#domain/accounts/verification.ts';
import { api } from '#web/api/api.ts';
import { whenSignedIn } from '#web/api/guard.ts';
import { useSettings } from '#web/settings/site-settings.ts';
import { importWhenOnline } from '#web/ui/page/import-when-online.ts';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { orNull } from '#web/api/load.ts';
import { listingLabels } from '#web/labels.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { Loading, Skeleton } from '#web/ui/page/skeleton.tsx';
import { LoadFailure } from '#web/api/load-failure.tsx';
import type { Route } from './+types/publish-page';
import { LiveEdit } from './changes/live-edit.tsx';
import { NewListing } from './new-listing.tsx';
import { PublishForm } from './publish-form.tsx';

export const ErrorBoundary = () => <PageError title="Anunciar" thing="o formulário do anúncio" />;
export const handle = { ownBottomBar: true };

/** It replaces the form once the listing is sent, so it loads separately from it. */
const SentScreen = lazyPart(() =>
  import('./sent-screen.tsx').then((module) => ({ default: module.SentScreen })),
);

/** Each seller sees it once, so it loads separately from the form. */
const ProveFirst = lazyPart(() =>
  import('./verify-first.tsx').then((module) => ({ default: module.VerifyFirst })),
);

/** Most sellers have proven their age, so it loads separately from the form. */
const AgeNotice = lazyPart(() =>
  import('./age-notice.tsx').then((module) => ({ default: module.AgeNotice })),
);

/**
 * The form needs its categories and its listing. Account data may be missing, because the server checks verification
 * when the listing is sent; existing drafts are offered if they load.
 */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const id = new URL(request.url).searchParams.get('id');
  return whenSignedIn(request, async () => {
    const [account, heldByAge, categories, settings, listing, drafts] = await Promise.all([
      orNull(api(getAccount)),
      orNull(importWhenOnline(() => import('./age-notice.tsx')).then((module) => module.heldByAge())),
      api(listCategories),
      orNull(api(getPublicSettings)),
      id === null ? null : api(getOwnListing, { params: { id } }),
      id === null ? orNull(api(listOwnListings, { query: { state: 'draft' } })) : null,
    ]);
    const missing = account
      ? missingSellerProofs({ emailVerified: account.emailVerified, phoneVerified: account.phone !== null })
      : [];
    return {
      missing,
      heldByAge,
      categories: categories.items,
      settings,
      listing,
      drafts: drafts?.items ?? [],
    };
  });
}

/** Changing steps needs no request, because the form holds the draft. */
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
      <div className="mt-8 grid grid-cols-1 gap-10 md:mt-10 lg:grid-cols-[minmax(0,640px)_360px] lg:justify-between">
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

/** `/anunciar`: a new listing, a draft, a returned draft, or changes to a listing on sale. */
export default function PublishPage({ loaderData }: Route.ComponentProps) {
  const { missing, heldByAge, categories, listing, drafts } = loaderData;
  const known = useSettings();
  const settings = loaderData.settings ?? known;
  const [query] = useSearchParams();
  if (!listing && missing.length > 0)
    return (
      <Suspense>
        <ProveFirst missing={missing} hasDrafts={drafts.length > 0} />
      </Suspense>
    );
  const notice = heldByAge && <AgeNotice key="age" age={heldByAge} />;
  if (!listing) return <NewListing categories={categories} drafts={drafts} notice={notice} />;
  const form = settings ? (
    <PublishForm
      key={listing.id}
      listing={listing}
      categories={categories}
      settings={settings}
      notice={notice}
    />
  ) : (
    <div className="mx-auto flex w-full max-w-page flex-col gap-6 page-gutter pt-5 md:pt-8">
      <PageHeader title="Anunciar" />
      <LoadFailure thing="os planos e as tarifas" />
    </div>
  );
  if (listingMachine.submit.from.includes(listing.state)) return form;
  if (inReview.includes(listing.state))
    return (
      <Suspense>
        <SentScreen listing={listing} />
      </Suspense>
    );
  // A step in the address means a full edit; while a change is pending only the other fields can be edited.
  if (liveStates.includes(listing.state))
    return query.has('passo') && listing.revision?.state !== 'pending' ? (
      form
    ) : (
      <LiveEdit key={listing.updatedAt} listing={listing} categories={categories} />
    );
  return (
    <EmptyState
      level={1}
      title={`Anúncio ${listingLabels[listing.state].label.toLowerCase()}`}
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
