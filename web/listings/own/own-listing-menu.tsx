import { useState } from 'react';
import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import type { listOwnListings } from '#contract/listings/own-listings.ts';
import { listingMachine } from '#domain/listings/listings.ts';
import { Menu, MenuItem, MenuSeparator } from '#web/ui/overlays/menu.tsx';
import { openSupport } from '#web/tickets/open-support.ts';
import { RemoveListing } from './remove-listing.tsx';
import { useOwnListings } from './use-own-listing.ts';

export type OwnRow = Reply<typeof listOwnListings>['items'][number];

/** The other actions of an own listing. The code loads when the menu is first used, so it starts open. */
export function OwnListingMenu({
  listing,
  title,
  trigger,
}: {
  listing: OwnRow;
  title: string;
  trigger: ReactElement;
}) {
  const navigate = useNavigate();
  const { setPaused, copy, renew } = useOwnListings();
  const [removing, setRemoving] = useState(false);
  const { id, state } = listing;
  const removable = listingMachine.remove.from.includes(state);
  const named = { id, title };

  async function duplicate(): Promise<void> {
    const made = await copy(named);
    if (made !== null) await navigate(`/anunciar?id=${made}&passo=revisao`);
  }

  return (
    <>
      <Menu trigger={trigger} startsOpen>
        {state === 'published' && (
          <MenuItem onSelect={() => void setPaused([named], true)}>Pausar anúncio</MenuItem>
        )}
        {state === 'paused' && (
          <MenuItem onSelect={() => void setPaused([named], false)}>Voltar a vender</MenuItem>
        )}
        {listing.renewable && <MenuItem onSelect={() => void renew(named)}>Renovar</MenuItem>}
        <MenuItem onSelect={() => void duplicate()}>Duplicar</MenuItem>
        <MenuItem
          onSelect={() =>
            openSupport({
              category: 'listing',
              about: { kind: 'listing', id: listing.id },
              label: `Anúncio · ${title}`,
            })
          }
        >
          Falar com o atendimento
        </MenuItem>
        {removable && (
          <>
            <MenuSeparator />
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
