import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { Category } from '#contract/listings/catalogue.ts';
import type { listOwnListings } from '#contract/listings/own-listings.ts';
import { createListing, updateListing } from '#contract/listings/own-listings.ts';
import type { Reply } from '#contract/endpoint.ts';
import { listingLimits } from '#domain/listings/limits.ts';
import { plans } from '#domain/listings/listings.ts';
import { api, ApiError } from '#web/api/api.ts';
import { useIdempotentAction } from '#web/api/idempotent-action.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatDateTime } from '#web/ui/data/formats.ts';
import { boundsOf } from '#web/settings/sizes.ts';
import { CategoryPicker } from './category-picker.tsx';
import { focusFirstInvalid } from './focus-first-invalid.ts';
import { ListingProblem } from './listing-problem.tsx';
import { StepBar } from './step-bar.tsx';
import { StepFrame } from './step-frame.tsx';

export interface NewListingProps {
  categories: Category[];
  drafts: Reply<typeof listOwnListings>['items'];
}

/** The first step of a new listing: choosing a category creates the draft on the server (L01). */
export function NewListing({ categories, drafts }: NewListingProps) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [categoryId, setCategoryId] = useState<number | null>(null);
  const [attempted, setAttempted] = useState(false);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<ApiError | null>(null);
  const once = useIdempotentAction();

  async function begin(): Promise<void> {
    setAttempted(true);
    if (categoryId === null) return focusFirstInvalid();
    if (pending) return;
    setPending(true);
    setProblem(null);
    try {
      const body = { categoryId };
      const { id } = await once(body, (idempotencyKey) => api(createListing, { body, idempotencyKey }));
      await applyTriedValues(id, search);
      // Replaces this history entry by the draft's first step, so that going back from the next step reaches it.
      await navigate(`/anunciar?id=${id}&passo=categoria`, { replace: true });
      await navigate(`/anunciar?id=${id}&passo=fotos`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error);
    } finally {
      setPending(false);
    }
  }

  return (
    <StepFrame
      step="categoria"
      title="O que você vai anunciar?"
      text="Escolha a categoria mais próxima. Você pode trocar depois."
      notice={<OldDraft drafts={drafts} />}
      onContinue={() => void begin()}
      bar={
        <StepBar status="Leva uns quatro minutos">
          <Button type="submit" loading={pending}>
            Continuar
          </Button>
        </StepBar>
      }
    >
      <ListingProblem problem={problem} />
      <CategoryPicker
        categories={categories}
        value={categoryId}
        onValueChange={setCategoryId}
        error={attempted && categoryId === null ? 'Escolha uma categoria para continuar.' : undefined}
      />
    </StepFrame>
  );
}

/** Applies the price and plan tried on `/tarifas`. Invalid values are left for the form to ask. */
async function applyTriedValues(id: number, search: URLSearchParams): Promise<void> {
  const priceCents = Number(search.get('preco'));
  const plan = plans.find((slug) => slug === search.get('plano'));
  const { min, max } = boundsOf(listingLimits.priceCents);
  const fits = Number.isInteger(priceCents) && priceCents >= min && priceCents <= max;
  if (!fits && !plan) return;
  const body = { ...(fits && { priceCents }), ...(plan && { plan }) };
  await api(updateListing, { params: { id }, body });
}

function OldDraft({ drafts }: Pick<NewListingProps, 'drafts'>) {
  const [closed, setClosed] = useState(false);
  const newest = drafts[0];
  if (!newest || closed) return null;
  return (
    <Banner
      title={`Você tem um rascunho de ${formatDateTime(newest.updatedAt)}`}
      action={
        <span className="flex flex-wrap gap-2">
          <Button asChild variant="secondary">
            <Link to={`/anunciar?id=${newest.id}`}>Continuar rascunho</Link>
          </Button>
          <Button variant="quiet" onClick={() => setClosed(true)}>
            Começar outro
          </Button>
        </span>
      }
    >
      {newest.title.trim() || 'Ainda sem título'}
    </Banner>
  );
}
