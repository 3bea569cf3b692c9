import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { onStaffUpdate } from '#web/live/update-events.ts';

/** Updates never move rows under the pointer: they are applied on request. */
export function useFreshRows(page: unknown): { waiting: boolean; show: () => void } {
  const { revalidate } = useRevalidator();
  const [staleOf, setStaleOf] = useState<unknown>(null);
  useEffect(() => onStaffUpdate(() => setStaleOf(page)), [page]);
  return {
    waiting: page !== null && staleOf === page,
    show: () => void revalidate(),
  };
}
