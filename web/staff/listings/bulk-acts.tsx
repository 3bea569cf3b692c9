import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { StaffListing } from '#contract/listings/staff-listings.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import type { Selection } from '../table/use-selection.ts';
import { ListingActionDialog } from './act-dialog.tsx';
import { listingActions } from './listing-acts.ts';
import type { ListingFacts, ListingAction } from './listing-acts.ts';

/** Actions on the selected listings. Those that failed stay selected. */
export function BulkListingActions({ selection }: { selection: Selection<StaffListing> }) {
  const { revalidate } = useRevalidator();
  const [asked, setAsked] = useState<{ act: ListingAction; listings: readonly ListingFacts[] } | null>(null);
  const suspended = selection.rows.some(({ state }) => state === 'suspended');
  const acts: readonly ListingAction[] = [
    'pause',
    'suspend',
    'move',
    ...(suspended ? (['republish'] as const) : []),
  ];

  async function end(left: readonly ListingFacts[], tried: boolean): Promise<void> {
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
          {listingActions[act].verb}
        </Button>
      ))}
      {asked && <ListingActionDialog {...asked} onEnd={(left, tried) => void end(left, tried)} />}
    </>
  );
}
