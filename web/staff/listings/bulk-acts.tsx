import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { StaffListing } from '#contract/listings/staff-listings.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import type { Selection } from '../table/use-selection.ts';
import { ActDialog } from './act-dialog.tsx';
import { listingActs } from './listing-acts.ts';
import type { ActedOn, ListingAct } from './listing-acts.ts';

/** Actions on the selected listings. Those that failed stay selected. */
export function BulkActs({ selection }: { selection: Selection<StaffListing> }) {
  const { revalidate } = useRevalidator();
  const [asked, setAsked] = useState<{ act: ListingAct; listings: readonly ActedOn[] } | null>(null);
  const suspended = selection.rows.some(({ state }) => state === 'suspended');
  const acts: readonly ListingAct[] = [
    'pause',
    'suspend',
    'move',
    ...(suspended ? (['republish'] as const) : []),
  ];

  async function end(left: readonly ActedOn[], tried: boolean): Promise<void> {
    setAsked(null);
    if (!tried) return;
    selection.choose(left.map(({ id }) => id));
    await revalidate();
  }

  return (
    <>
      {acts.map((act) => (
        <Button
          key={act}
          variant="secondary"
          size="sm"
          onClick={() => setAsked({ act, listings: selection.rows })}
        >
          {listingActs[act].verb}
        </Button>
      ))}
      {asked && <ActDialog {...asked} onEnd={(left, tried) => void end(left, tried)} />}
    </>
  );
}
