import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { StaffListing } from '#contract/listings/staff-listings.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import type { Selection } from '../table/use-selection.ts';
import { ListingActionDialog } from './listing-action-dialog.tsx';
import { listingActions } from './listing-actions.ts';
import type { ListingFacts, ListingAction } from './listing-actions.ts';

/** Actions on the selected listings. Those that failed stay selected. */
export function BulkListingActions({ selection }: { selection: Selection<StaffListing> }) {
  const { revalidate } = useRevalidator();
  const [dialog, setDialog] = useState<{ action: ListingAction; listings: readonly ListingFacts[] } | null>(
    null,
  );
  const suspended = selection.rows.some(({ state }) => state === 'suspended');
  const actions: readonly ListingAction[] = [
    'pause',
    'suspend',
    'move',
    ...(suspended ? (['republish'] as const) : []),
  ];

  async function finish(failed: readonly ListingFacts[], attempted: boolean): Promise<void> {
    setDialog(null);
    if (!attempted) return;
    selection.choose(failed.map(({ id }) => id));
    await revalidate();
  }

  return (
    <>
      {actions.map((action) => (
        <Button
          key={action}
          variant="secondary"
          size="sm"
          onClick={() => setDialog({ action, listings: selection.rows })}
        >
          {listingActions[action].verb}
        </Button>
      ))}
      {dialog && (
        <ListingActionDialog {...dialog} onFinish={(failed, attempted) => void finish(failed, attempted)} />
      )}
    </>
  );
}
