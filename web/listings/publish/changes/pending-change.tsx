import { Link, useRevalidator } from 'react-router';
import type { Category } from '#contract/listings/catalogue.ts';
import type { Revision } from '#contract/listings/content.ts';
import type { OwnListing } from '#contract/listings/own-listings.ts';
import { withdrawRevision } from '#contract/listings/revisions.ts';
import { revisedFields } from '#domain/listings/revisions.ts';
import { api } from '#web/api/api.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { fieldList, revisedFieldLabels } from '#web/listings/revised-field-labels.ts';
import { deliveryText } from '#web/listings/listing-texts.ts';
import { reviewReasonLabels } from '#web/labels.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatCents, formatCount, formatDateTime } from '#web/ui/data/formats.ts';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { useAction } from '#web/api/use-action.ts';
import { ancestry } from '#web/listings/publish/category/category-tree.ts';

/** State of a listing's pending change, with a link to edit the other fields. */
export function PendingChange({ listing, categories }: { listing: OwnListing; categories: Category[] }) {
  const { revision } = listing;
  if (revision?.state === 'pending')
    return <Waiting listing={listing} revision={revision} categories={categories} />;
  const edit = `/anunciar?id=${listing.id}&passo=categoria`;
  if (revision?.state === 'rejected')
    return (
      <Banner
        tone="warning"
        title="Sua última mudança não foi publicada"
        action={
          <Button asChild variant="secondary">
            <Link to={edit}>Corrigir</Link>
          </Button>
        }
      >
        {revision.note && <p className="whitespace-pre-line">{revision.note}</p>}
        <ul className="mt-1 list-disc pl-4">
          {revision.reasons.map((reason) => (
            <li key={reason}>{reviewReasonLabels[reason]}</li>
          ))}
        </ul>
      </Banner>
    );
  return (
    <Button asChild variant="secondary" className="self-start">
      <Link to={edit}>Editar título, fotos e detalhes</Link>
    </Button>
  );
}

interface WaitingProps {
  listing: OwnListing;
  revision: Revision;
  categories: Category[];
}

function Waiting({ listing, revision, categories }: WaitingProps) {
  const { revalidate } = useRevalidator();
  const { pending, problem, run } = useAction();
  const fields = revisedFields.filter((field) => revision[field] !== null);

  const withdraw = () =>
    run(async () => {
      await api(withdrawRevision, { params: { id: listing.id, revisionId: revision.id } });
      aviso.sucesso('Mudança retirada', 'O anúncio continua no ar como estava.');
      await revalidate();
    });

  return (
    <section
      aria-label="Mudança em revisão"
      className="flex flex-col gap-4 rounded-lg border border-border bg-surface p-5"
    >
      <header>
        <h2 className="text-h3">Mudança em revisão</h2>
        <p className="mt-1 text-sm text-ink-2">
          Enviada em {formatDateTime(revision.createdAt)}: {fieldList(fields)}.
        </p>
      </header>
      <dl className="flex flex-col gap-2 text-sm">
        {fields.map((field) => (
          <div key={field} className="flex flex-col border-t border-border pt-2">
            <dt className="text-ink-3 first-letter:uppercase">{revisedFieldLabels[field]}</dt>
            <dd className="line-clamp-4 whitespace-pre-line">
              {proposedValues[field](revision, categories)}
            </dd>
          </div>
        ))}
      </dl>
      <ProblemBanner problem={problem} />
      <Button variant="secondary" className="self-start" loading={pending} onClick={() => void withdraw()}>
        Retirar mudança
      </Button>
    </section>
  );
}

const proposedValues: Record<
  (typeof revisedFields)[number],
  (revision: Revision, categories: readonly Category[]) => string
> = {
  title: ({ title }) => title ?? '',
  description: ({ description }) => description ?? '',
  categoryId: ({ categoryId }, categories) =>
    ancestry(categories, categoryId)
      .map(({ name }) => name)
      .join(' › '),
  images: ({ images }) => formatCount(images?.length ?? 0, 'foto', 'fotos'),
  deliveryType: ({ deliveryType, promisedHours }) =>
    deliveryText(deliveryType ?? 'manual', promisedHours ?? 24),
  promisedHours: ({ deliveryType, promisedHours }) =>
    deliveryText(deliveryType ?? 'manual', promisedHours ?? 24),
  attributes: ({ attributes }) => Object.values(attributes ?? {}).join(', '),
  priceCents: ({ priceCents }) => formatCents(priceCents ?? 0),
};
