import { Ellipsis } from '#web/ui/icons/icons.tsx';
import { Link } from 'react-router';
import type { ListingState } from '#domain/listings/listings.ts';
import { liveStates } from '#domain/listings/listings.ts';
import { viewsWithoutSale } from '#domain/listings/views.ts';
import { imageUrl } from '#web/api/api.ts';
import { planNames } from '#domain/state-names.ts';
import { listingLabels } from '#web/labels.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { formatCents, formatCount, formatDate } from '#web/ui/data/formats.ts';
import { LazyMenu } from '#web/ui/overlays/lazy-menu.tsx';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { Tiles } from '#web/ui/theme/tiles.tsx';
import { InlineValue } from '#web/listings/inline-value.tsx';
import type { OwnRow } from './own-listing-menu.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { useOwnListings } from './use-own-listing.ts';

const loadMenu = async () => ({ default: (await import('./own-listing-menu.tsx')).OwnListingMenu });
const OwnListingMenu = lazyPart(loadMenu);
const preloadMenu = () => void loadMenu().catch(() => undefined);

const viewLink: readonly ListingState[] = ['published', 'paused', 'sold_out', 'expired'];
const primary: Partial<Record<ListingState, string>> = {
  draft: 'Continuar',
  changes_requested: 'Corrigir',
  rejected: 'Corrigir',
  published: 'Editar',
  sold_out: 'Repor estoque',
  paused: 'Editar',
  expired: 'Editar',
};

export interface OwnListingRowProps {
  listing: OwnRow;
  chosen: boolean;
  /** Undefined where no bulk action is available. */
  onChosen?: (chosen: boolean) => void;
}

/** One listing of the seller: state, its main action, and the others in «…». */
export function OwnListingRow({ listing, chosen, onChosen }: OwnListingRowProps) {
  const { label, tone } = listingLabels[listing.state];
  const action = primary[listing.state];
  const edit = `/anunciar?id=${listing.id}`;
  const title = listing.title.trim() || 'Sem título ainda';
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4 md:flex-nowrap md:px-5">
      {onChosen && (
        <Checkbox hideLabel checked={chosen} onCheckedChange={onChosen} className="-mr-2">
          {`Escolher ${title}`}
        </Checkbox>
      )}
      <div className="size-18 shrink-0 overflow-hidden rounded-md bg-surface-2">
        {listing.cover ? (
          <img src={imageUrl(listing.cover, 320)} alt="" loading="lazy" className="size-full object-cover" />
        ) : (
          <Tiles seed={`anuncio-${listing.id}`} cols={2} rows={2} className="size-full" />
        )}
      </div>
      <div className="min-w-0 flex-1">
        <h2 className="line-clamp-2 text-ui font-semibold">
          {viewLink.includes(listing.state) ? (
            <Link to={`/anuncio/${listing.slug}`} className="rounded-xs hover:underline">
              {title}
            </Link>
          ) : (
            title
          )}
        </h2>
        <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-3 tabular-nums">
          <StatusBadge tone={tone} size="sm">
            {label}
          </StatusBadge>
          <Numbers listing={listing} title={title} />
          {viewLink.includes(listing.state) && <ViewsAndFavorites listing={listing} />}
          {listing.sold > 0 && <span>{formatCount(listing.sold, 'venda', 'vendas')}</span>}
          <span className="max-md:hidden">Plano {planNames[listing.plan]}</span>
          <span className="max-md:hidden">{formatDate(listing.updatedAt)}</span>
        </div>
        <RowNotes listing={listing} />
      </div>
      <div className="flex items-center gap-1 max-md:w-full">
        {action && (
          <Button asChild variant="secondary" className="max-md:flex-1">
            <Link to={edit} aria-label={`${action}: ${title}`}>
              {action}
            </Link>
          </Button>
        )}
        <RowMenu listing={listing} title={title} />
      </div>
    </li>
  );
}

/** How many viewed it and saved it as a favourite. */
function ViewsAndFavorites({ listing: { visits, favorites } }: { listing: OwnRow }) {
  return (
    <>
      <span>{formatCount(visits, 'visita', 'visitas')} em 30 dias</span>
      {favorites > 0 && <span>{formatCount(favorites, 'favorito', 'favoritos')}</span>}
    </>
  );
}

function RowMenu({ listing, title }: { listing: OwnRow; title: string }) {
  return (
    <LazyMenu
      button={{ label: `Mais ações: ${title}`, icon: <Ellipsis aria-hidden="true" />, tooltip: false }}
      preload={preloadMenu}
    >
      {(trigger) => <OwnListingMenu listing={listing} title={title} trigger={trigger} />}
    </LazyMenu>
  );
}

/** Price and stock, edited in place while the listing is on sale. */
function Numbers({ listing, title }: { listing: OwnRow; title: string }) {
  const { save } = useOwnListings();
  const { id, state, priceCents, stock, deliveryType } = listing;
  const live = liveStates.includes(state) && priceCents !== null;
  const price = priceCents === null ? 'Sem preço' : formatCents(priceCents);
  const units = formatCount(stock, 'unidade', 'unidades');
  if (!live)
    return (
      <>
        <span className="text-ink">{price}</span>
        <span>{units}</span>
      </>
    );
  return (
    <>
      <InlineValue
        label={`Preço de ${title}`}
        kind="money"
        value={priceCents}
        shown={price}
        onSave={(wanted) => save({ id, title }, { priceCents: wanted }, { priceCents })}
      />
      {deliveryType === 'automatic' ? (
        <span>{formatCount(stock, 'código', 'códigos')}</span>
      ) : (
        <InlineValue
          label={`Estoque de ${title}`}
          kind="count"
          value={stock}
          shown={units}
          onSave={(wanted) => save({ id, title }, { stock: wanted }, { stock })}
        />
      )}
    </>
  );
}

/** Notes on the listing: a pending change, or an approaching expiry. */
function RowNotes({ listing }: { listing: OwnRow }) {
  const { state, expiresAt, renewable, revision, reviewNote, visits, sold } = listing;
  const notes = [
    reviewNote,
    revision === 'pending' && 'Mudança em revisão. O anúncio continua no ar como está.',
    revision === 'rejected' && 'Sua última mudança não foi publicada. Veja o motivo em «Editar».',
    renewable &&
      state !== 'expired' &&
      expiresAt &&
      `Sai do ar em ${formatDate(expiresAt)}. Renove de graça no menu.`,
    state === 'expired' && 'O prazo acabou. Renove de graça e ele volta ao ar.',
  ].filter(Boolean);
  const unsold = state === 'published' && sold === 0 && visits >= viewsWithoutSale;
  return (
    <>
      {notes.map((note) => (
        <p key={String(note)} className="mt-1.5 line-clamp-2 text-sm text-on-warning-soft">
          {note}
        </p>
      ))}
      {unsold && (
        <p className="mt-1.5 text-sm text-on-warning-soft">
          Visto {visits} vezes sem venda.{' '}
          <Link
            to={`/anunciar?id=${listing.id}&passo=preco`}
            className="font-semibold underline underline-offset-2"
          >
            Compare com preços parecidos
          </Link>
        </p>
      )}
    </>
  );
}
