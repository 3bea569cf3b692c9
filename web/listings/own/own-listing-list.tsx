import { useState } from 'react';
import type { ListingState } from '#domain/listings/listings.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { formatCount } from '#web/ui/data/formats.ts';
import type { OwnRow } from './own-listing-menu.tsx';
import { OwnListingRow } from './own-listing-row.tsx';
import { useOwnListings } from './use-own-listing.ts';

const selectableStates: readonly ListingState[] = ['published', 'paused'];

/** The listings of a tab, with actions for several at once. */
export function OwnListingList({ listings }: { listings: readonly OwnRow[] }) {
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<number>>(new Set());
  const { setPaused } = useOwnListings();
  const [pending, setPending] = useState(false);
  const selectable = listings.filter(({ state }) => selectableStates.includes(state));
  // A listing that has left the tab is no longer selected.
  const selected = selectable.filter(({ id }) => selectedIds.has(id));

  async function pause(paused: boolean): Promise<void> {
    setPending(true);
    const affected = selected.filter(({ state }) => state === (paused ? 'published' : 'paused'));
    await setPaused(affected, paused);
    setSelectedIds(new Set());
    setPending(false);
  }

  const states = new Set(selected.map(({ state }) => state));
  return (
    <div className="rounded-lg border border-border bg-surface">
      {selectable.length > 1 && (
        <div className="flex min-h-15 flex-wrap items-center gap-x-3 gap-y-1 border-b border-border px-4 py-1.5 md:px-5">
          <Checkbox
            checked={selected.length === 0 ? false : selected.length === selectable.length || 'indeterminate'}
            onCheckedChange={(all) => setSelectedIds(new Set(all ? selectable.map(({ id }) => id) : []))}
          >
            {selected.length === 0
              ? 'Selecionar todos'
              : formatCount(selected.length, 'anúncio selecionado', 'anúncios selecionados')}
          </Checkbox>
          {states.has('published') && (
            <Button variant="secondary" loading={pending} onClick={() => void pause(true)}>
              Pausar
            </Button>
          )}
          {states.has('paused') && (
            <Button variant="secondary" loading={pending} onClick={() => void pause(false)}>
              Voltar a vender
            </Button>
          )}
        </div>
      )}
      <ul className="divide-y divide-border">
        {listings.map((listing) => (
          <OwnListingRow
            key={listing.id}
            listing={listing}
            chosen={selectedIds.has(listing.id)}
            onChosen={
              selectable.length > 1 && selectableStates.includes(listing.state)
                ? (add) => {
                    const next = new Set(selectedIds);
                    if (add) next.add(listing.id);
                    else next.delete(listing.id);
                    setSelectedIds(next);
                  }
                : undefined
            }
          />
        ))}
      </ul>
    </div>
  );
}
