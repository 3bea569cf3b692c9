import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { onStaffUpdate } from '#web/live/update-events.ts';

/** News never moves rows under the pointer: it waits until somebody asks to see it. */
export function useFreshRows(page: unknown): { waiting: boolean; show: () => void } {
  const { revalidate } = useRevalidator();
  const [staleOf, setStaleOf] = useState<unknown>(null);
  useEffect(() => onStaffUpdate(() => setStaleOf(page)), [page]);
  return {
    waiting: page !== null && staleOf === page,
    show: () => void revalidate(),
  };
}
