import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { onStaffUpdate } from '#web/live/update-events.ts';

/** Updates never move rows under the pointer: they are applied on request. */
export function useFreshRows(page: unknown): { hasUpdates: boolean; show: () => void } {
  const { revalidate } = useRevalidator();
  const [stalePage, setStalePage] = useState<unknown>(null);
  useEffect(() => onStaffUpdate(() => setStalePage(page)), [page]);
  return {
    hasUpdates: page !== null && stalePage === page,
    show: () => void revalidate(),
  };
}
