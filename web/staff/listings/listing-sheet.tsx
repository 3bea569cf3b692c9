import { useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import { getStaffListing } from '#contract/listings/staff-listings.ts';
import { liveStates } from '#domain/listings/listings.ts';
import { api, imageUrl } from '#web/api/api.ts';
import { offeredDeliveryLines } from '#web/listings/listing-texts.ts';
import { parcelText } from '#web/listings/parcel-texts.ts';
import { planNames } from '#domain/state-names.ts';
import { listingLabels } from '#web/labels.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Section } from '#web/ui/cards/card.tsx';
import { formatCents, formatCount, formatDate, formatNumber } from '#web/ui/data/formats.ts';
import { Gallery } from '#web/ui/photos/gallery.tsx';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { useDetail } from '#web/api/use-detail.ts';
import { DetailSheet, Facts } from '#web/staff/shell/detail-sheet.tsx';
import { HistoryList } from '#web/staff/shell/history-list.tsx';
import type { SheetNavigation } from '#web/staff/shell/use-sheet.ts';
import { ListingActionDialog } from './listing-action-dialog.tsx';
import { Copies } from './copies.tsx';
import { listingActions } from './listing-actions.ts';
import type { ListingAction } from './listing-actions.ts';
import { medianDifference } from './listings-definition.tsx';
import { staffListingName } from '#domain/state-names.ts';

type Listing = Reply<typeof getStaffListing>;

/** Details of a listing next to the list: its public view, possible copies, and available actions. */
export function ListingSheet({ id, sheet }: { id: number; sheet: SheetNavigation }) {
  const { revalidate } = useRevalidator();
  const detail = useDetail(() => api(getStaffListing, { params: { id } }));
  const [openAction, setOpenAction] = useState<ListingAction | null>(null);
  const listing = detail.value;

  async function finish(attempted: boolean): Promise<void> {
    setOpenAction(null);
    if (!attempted) return;
    await detail.reload();
    await revalidate();
  }

  return (
    <DetailSheet title={listing?.title || 'Anúncio'} navigation={sheet} detail={detail}>
      {listing && (
        <>
          <div className="flex flex-wrap items-center gap-2">
            <StatusBadge tone={listingLabels[listing.state].tone}>
              {staffListingName(listing.state)}
            </StatusBadge>
            {listing.flaggedAt && <StatusBadge tone="danger">Marcado para conferir</StatusBadge>}
          </div>
          <Actions listing={listing} onAsk={setOpenAction} />
          {listing.oddPrice && (
            <Banner tone="warning">
              Preço {medianDifference(listing.priceCents, listing.medianCents)} do que a categoria tem à venda
              ({formatCents(listing.medianCents ?? 0)}).
            </Banner>
          )}
          {listing.copies.length > 0 && <Copies listing={listing} />}
          <Preview listing={listing} />
          <Facts facts={factsOf(listing)} />
          <HistoryList entries={listing.history} subject="listing" id={id} />
          {openAction && (
            <ListingActionDialog
              action={openAction}
              listings={[listing]}
              onFinish={(_failed, attempted) => void finish(attempted)}
            />
          )}
        </>
      )}
    </DetailSheet>
  );
}

/** The listing's page as a buyer sees it, also for a listing that is not public. */
function Preview({ listing }: { listing: Listing }) {
  const { id, title, images, deliveryType, state, slug } = listing;
  return (
    <Section level={3} title="Como quem compra vê">
      {images.length > 0 && (
        <Gallery
          title={title}
          seed={`anuncio-${id}`}
          photos={images.map(({ key, alt }) => ({
            alt,
            src: imageUrl(key, 800),
            thumbnail: imageUrl(key, 320),
            large: imageUrl(key, 1280),
          }))}
        />
      )}
      <p className="text-price-xl">
        {listing.priceCents === null ? 'Sem preço' : formatCents(listing.priceCents)}
      </p>
      <Facts
        facts={[
          ['Entrega', offeredDeliveryLines(listing).join(' · ')],
          ...(deliveryType === 'shipping' ? [['Pacote', parcelText(listing)] as const] : []),
          ['Garantia', `${formatCount(listing.warrantyDays, 'dia', 'dias')} depois da entrega`],
          ...listing.attributes.map(({ label, value }) => [label, value] as const),
        ]}
      />
      <h3 className="text-h3">Descrição</h3>
      <p className="max-w-measure text-body break-words whitespace-pre-line text-ink-2">
        {listing.description || '—'}
      </p>
      {liveStates.includes(state) && (
        <Link
          to={`/anuncio/${slug}`}
          className="inline-flex min-h-11 items-center self-start text-ui font-semibold text-brand hover:underline"
        >
          Abrir a página do anúncio
        </Link>
      )}
    </Section>
  );
}

function factsOf(listing: Listing): Parameters<typeof Facts>[0]['facts'] {
  return [
    [
      'Vendedor',
      <Link
        key="seller"
        to={`/dashboard/usuarios?id=${listing.seller.id}`}
        className="text-brand hover:underline"
      >
        @{listing.seller.username}
      </Link>,
    ],
    ['Categoria', listing.categories.join(' › ') || '—'],
    ['Mediana da categoria', listing.medianCents === null ? '—' : formatCents(listing.medianCents)],
    ['Plano', planNames[listing.plan]],
    ['Estoque', formatNumber(listing.stock)],
    ['Vendas', formatNumber(listing.sold)],
    ['Visitas em 30 dias', formatNumber(listing.visits)],
    ['Denúncias abertas', formatNumber(listing.openReports)],
    ['Criado em', formatDate(listing.createdAt)],
    ['Atualizado em', formatDate(listing.updatedAt)],
  ];
}

/** Actions in their order; the most severe come last. */
const offered: readonly { act: ListingAction; variant: 'primary' | 'secondary' | 'quiet' }[] = [
  { act: 'republish', variant: 'primary' },
  { act: 'pause', variant: 'secondary' },
  { act: 'suspend', variant: 'secondary' },
  { act: 'move', variant: 'secondary' },
  { act: 'remove', variant: 'quiet' },
];

function Actions({ listing, onAsk }: { listing: Listing; onAsk: (act: ListingAction) => void }) {
  const { may, state } = listing;
  // The reverse action is shown instead of the action itself.
  const hidden: readonly ListingAction[] = state === 'suspended' ? ['pause', 'suspend'] : ['republish'];
  return (
    <div className="flex flex-wrap gap-2">
      {offered
        .filter(({ act }) => !hidden.includes(act))
        .map(({ act, variant }) => {
          const { verb, from, because } = listingActions[act];
          const reason = may[act].because ?? (from.includes(state) ? undefined : `Este anúncio ${because}`);
          return (
            <Button
              key={act}
              variant={variant}
              className={act === 'remove' ? 'text-danger' : undefined}
              disabledReason={reason}
              onClick={() => onAsk(act)}
            >
              {verb}
            </Button>
          );
        })}
    </div>
  );
}
