import { useState } from 'react';
import type { ListingState } from '#domain/listings/listings.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { formatCount } from '#web/ui/data/formats.ts';
import type { OwnRow } from './own-listing-row.tsx';
import { OwnListingRow } from './own-listing-row.tsx';
import { useOwnListings } from './use-own-listing.ts';

const choosable: readonly ListingState[] = ['published', 'paused'];

/** The listings of a tab, and what can be done with many of them at once. */
export function OwnListingList({ listings }: { listings: readonly OwnRow[] }) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const { setPaused } = useOwnListings();
  const [pending, setPending] = useState(false);
  const possible = listings.filter(({ state }) => choosable.includes(state));
  // One that left the tab meanwhile is no longer chosen.
  const picked = possible.filter(({ id }) => chosen.has(id));

  async function pause(paused: boolean): Promise<void> {
    setPending(true);
    const wanted = picked.filter(({ state }) => state === (paused ? 'published' : 'paused'));
    await setPaused(wanted, paused);
    setChosen(new Set());
    setPending(false);
  }

  const states = new Set(picked.map(({ state }) => state));
  return (
    <div className="rounded-lg border border-border bg-surface">
      {possible.length > 1 && (
        <div className="flex min-h-15 flex-wrap items-center gap-x-3 gap-y-1 border-b border-border px-4 py-1.5 md:px-5">
          <Checkbox
            checked={picked.length === 0 ? false : picked.length === possible.length || 'indeterminate'}
            onCheckedChange={(all) => setChosen(new Set(all ? possible.map(({ id }) => id) : []))}
          >
            {picked.length === 0
              ? 'Escolher todos'
              : formatCount(picked.length, 'anúncio escolhido', 'anúncios escolhidos')}
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
            chosen={chosen.has(listing.id)}
            onChosen={
              possible.length > 1 && choosable.includes(listing.state)
                ? (add) => {
                    const next = new Set(chosen);
                    if (add) next.add(listing.id);
                    else next.delete(listing.id);
                    setChosen(next);
                  }
                : undefined
            }
          />
        ))}
      </ul>
    </div>
  );
}
