import { useState } from 'react';
import { Link } from 'react-router';
import type { Category } from '#contract/listings/catalogue.ts';
import type { OwnListing } from '#contract/listings/own-listings.ts';
import { updateListing } from '#contract/listings/own-listings.ts';
import { freePriceCents } from '#domain/listings/revisions.ts';
import { imageUrl } from '#web/api/api.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { listingLabels } from '#web/labels.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { formatCents } from '#web/ui/data/formats.ts';
import { ListingCard } from '#web/ui/cards/listing-card.tsx';
import { MoneyInput } from '#web/ui/forms/money-input.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { CodesField } from '#web/listings/publish/stock/codes-field.tsx';
import { PendingChange } from './pending-change.tsx';

/** Edits a listing on sale: price and stock apply at once, other fields by a reviewed revision (L11). */
export function LiveEdit({ listing: loaded, categories }: { listing: OwnListing; categories: Category[] }) {
  const [listing, setListing] = useState(loaded);
  const automatic = listing.deliveryType === 'automatic';
  const { formProps, errors, problem, pending } = useSubmission(updateListing, {
    params: { id: listing.id },
    read: (form) => ({
      priceCents: Number(form.get('priceCents')),
      ...(!automatic && { stock: Number(form.get('stock')) }),
    }),
    onDone: (fresh) => {
      setListing(fresh);
      aviso.sucesso('Anúncio atualizado', 'A mudança já vale para quem compra agora.');
    },
  });
  return (
    <div className="mx-auto grid w-full max-w-page grid-cols-1 items-start gap-8 page-gutter py-6 md:grid-cols-[minmax(0,448px)_240px] md:gap-16 md:py-10">
      <PageHeader
        className="col-span-full"
        title={listing.title}
        badge={<StatusBadge {...badge(listing)} />}
        text="Preço e estoque mudam na hora. O resto passa pela revisão, e o anúncio continua no ar como está."
      />
      <div className="flex flex-col gap-8">
        <PendingChange listing={listing} categories={categories} />
        <form {...formProps} className="flex max-w-md flex-col gap-6">
          <ProblemBanner problem={problem} />
          <Field
            label="Preço"
            error={errors.priceCents}
            announceError
            hint={`Hoje ${formatCents(listing.priceCents ?? 0)}. Sem revisão, até ${formatCents(ceilingOf(listing))}.`}
          >
            <MoneyInput name="priceCents" defaultValue={listing.priceCents} />
          </Field>
          {!automatic && (
            <Field label="Unidades à venda" error={errors.stock} announceError>
              <TextInput name="stock" inputMode="numeric" autoComplete="off" defaultValue={listing.stock} />
            </Field>
          )}
          <div className="flex flex-wrap gap-2">
            <Button type="submit" loading={pending}>
              Salvar mudanças
            </Button>
            <Button asChild variant="secondary">
              <Link to={`/anuncio/${listing.slug}`}>Ver anúncio</Link>
            </Button>
          </div>
        </form>
        {(automatic || mayAddCodes(listing)) && (
          <CodesField listing={listing} beforeSending={async () => true} onChanged={setListing} />
        )}
      </div>
      <aside aria-label="Como o anúncio aparece" className="max-md:hidden">
        <ListingCard
          link={<Link to={`/anuncio/${listing.slug}`} />}
          title={listing.title}
          seed={`anuncio-${listing.id}`}
          photos={listing.images.map(({ key }, index) => ({
            src: imageUrl(key, 800),
            alt: `Foto ${index + 1}`,
          }))}
          priceCents={listing.priceCents ?? 0}
          level={2}
          eager
        />
      </aside>
    </div>
  );
}

/** The highest price that needs no review. */
function ceilingOf({ priceCents, reviewedPriceCents, freeRiseBps }: OwnListing): number {
  return Math.max(priceCents ?? 0, freePriceCents(reviewedPriceCents ?? 0, freeRiseBps));
}

/** Codes may be added while the change to automatic delivery is pending. */
function mayAddCodes({ revision }: OwnListing): boolean {
  return revision?.state === 'pending' && revision.deliveryType === 'automatic';
}

function badge({ state }: OwnListing) {
  const { label, tone } = listingLabels[state];
  return { tone, children: label };
}
