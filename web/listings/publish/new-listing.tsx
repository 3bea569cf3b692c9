import { type ReactNode, useState } from 'react';
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
import { TitleStep } from './category/title-step.tsx';
import { useDraft } from '#web/ui/conversation/use-draft.ts';
import { emptyDraft, missing } from './draft.ts';
import { focusFirstInvalid } from './focus-first-invalid.ts';
import { ListingProblem } from './listing-problem.tsx';
import { StepBar } from './step-bar.tsx';
import { StepFrame } from './step-frame.tsx';
import { errorsOfStep } from './steps.ts';

export interface NewListingProps {
  categories: Category[];
  drafts: Reply<typeof listOwnListings>['items'];
  /** What will hold the listing back, such as the seller's age. */
  notice: ReactNode;
}

/** The first step of a new listing: a title and a category create the draft on the server (L01). */
export function NewListing({ categories, drafts, notice }: NewListingProps) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [title, setTitle] = useDraft('anuncio-novo');
  const [categoryId, setCategoryId] = useState<number | null>(null);
  const [attempted, setAttempted] = useState(false);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<ApiError | null>(null);
  const once = useIdempotentAction();
  const errors = errorsOfStep(missing({ ...emptyDraft, title, categoryId }, undefined), 'categoria');

  async function begin(): Promise<void> {
    setAttempted(true);
    if (categoryId === null || Object.keys(errors).length > 0) return focusFirstInvalid();
    if (pending) return;
    setPending(true);
    setProblem(null);
    try {
      const body = { categoryId, title };
      const { id } = await once(body, (idempotencyKey) => api(createListing, { body, idempotencyKey }));
      setTitle('');
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
      text="Comece pelo título. Você pode mudar tudo depois."
      notice={
        <>
          {notice}
          <OldDraft drafts={drafts} />
        </>
      }
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
      <TitleStep
        categories={categories}
        title={title}
        categoryId={categoryId}
        errors={attempted ? errors : {}}
        onTitleChange={setTitle}
        onCategoryChange={setCategoryId}
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
          <Button variant="quiet" className="max-sm:px-0" onClick={() => setClosed(true)}>
            Começar outro
          </Button>
        </span>
      }
    >
      {newest.title.trim() || 'Ainda sem título'}
    </Banner>
  );
}
