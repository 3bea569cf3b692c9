import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import type { listOwnListings } from '#contract/own-listings.ts';
import { setListingPause } from '#contract/own-listings.ts';
import type { ListingState } from '#domain/listings.ts';
import { listingMachine } from '#domain/listings.ts';
import { api, ApiError, imageUrl } from '#web/api.ts';
import { listingWords, planWords } from '#web/text.ts';
import { Button } from '#web/ui/button.tsx';
import { formatCents, formatCount, formatDate } from '#web/ui/formats.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#web/ui/menu.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { Tiles } from '#web/ui/tiles.tsx';
import { aviso } from '#web/ui/toast.tsx';
import { RemoveListing } from './remove-listing.tsx';

export type OwnRow = Reply<typeof listOwnListings>['items'][number];

const seen: readonly ListingState[] = ['published', 'paused', 'sold_out', 'expired'];
const primary: Partial<Record<ListingState, string>> = {
  draft: 'Continuar',
  changes_requested: 'Corrigir',
  rejected: 'Corrigir',
  published: 'Editar',
  sold_out: 'Repor estoque',
  paused: 'Editar',
};

/** One listing of the seller: what it is, how it stands, the one likely action, the rest in «…». */
export function OwnListingRow({ listing }: { listing: OwnRow }) {
  const { label, tone } = listingWords[listing.state];
  const action = primary[listing.state];
  const edit = `/anunciar?id=${listing.id}`;
  const title = listing.title.trim() || 'Sem título ainda';
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4 md:flex-nowrap md:px-5">
      <div className="size-18 shrink-0 overflow-hidden rounded-md bg-surface-2">
        {listing.cover ? (
          <img src={imageUrl(listing.cover, 320)} alt="" loading="lazy" className="size-full object-cover" />
        ) : (
          <Tiles seed={`anuncio-${listing.id}`} cols={2} rows={2} className="size-full" />
        )}
      </div>
      <div className="min-w-0 flex-1">
        <h2 className="line-clamp-2 text-ui font-semibold">
          {seen.includes(listing.state) ? (
            <Link to={`/anuncio/${listing.slug}`} className="rounded-xs hover:underline">
              {title}
            </Link>
          ) : (
            title
          )}
        </h2>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-3 tabular-nums">
          <StatusBadge tone={tone} size="sm">
            {label}
          </StatusBadge>
          <span className="text-ink">
            {listing.priceCents === null ? 'Sem preço' : formatCents(listing.priceCents)}
          </span>
          <span>{formatCount(listing.stock, 'unidade', 'unidades')}</span>
          {listing.sold > 0 && <span>{formatCount(listing.sold, 'venda', 'vendas')}</span>}
          <span className="max-md:hidden">Plano {planWords[listing.plan]}</span>
          <span className="max-md:hidden">{formatDate(listing.updatedAt)}</span>
        </p>
        {listing.reviewNote && (
          <p className="mt-1.5 line-clamp-2 text-sm text-on-warning-soft">{listing.reviewNote}</p>
        )}
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

function RowMenu({ listing, title }: { listing: OwnRow; title: string }) {
  const { revalidate } = useRevalidator();
  const [removing, setRemoving] = useState(false);
  const { state } = listing;
  const removable = listingMachine.remove.from.includes(state);
  const pausable = state === 'published' || state === 'paused';
  if (!removable && !pausable) return null;

  /** Pausing is frequent and can be undone, so it is done and offers the way back (design §4.4). */
  async function setPaused(paused: boolean, undoable = true): Promise<void> {
    try {
      await api(setListingPause, { params: { id: listing.id }, body: { paused } });
      await revalidate();
      const words = paused ? 'Anúncio pausado' : 'Anúncio ativo';
      aviso.sucesso(words, title, undoable ? { desfazer: () => void setPaused(!paused, false) } : {});
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      aviso.erro(paused ? 'O anúncio continua ativo' : 'O anúncio continua pausado', error.message);
    }
  }

  return (
    <>
      <Menu
        trigger={
          <IconButton label={`Mais ações: ${title}`} icon={<Ellipsis aria-hidden="true" />} tooltip={false} />
        }
      >
        {state === 'published' && <MenuItem onSelect={() => void setPaused(true)}>Pausar anúncio</MenuItem>}
        {state === 'paused' && <MenuItem onSelect={() => void setPaused(false)}>Voltar a vender</MenuItem>}
        {removable && (
          <>
            {pausable && <MenuSeparator />}
            <MenuItem tone="danger" onSelect={() => setRemoving(true)}>
              {state === 'draft' ? 'Excluir rascunho' : 'Encerrar anúncio'}
            </MenuItem>
          </>
        )}
      </Menu>
      <RemoveListing listing={listing} title={title} open={removing} onOpenChange={setRemoving} />
    </>
  );
}
