import { useLocation, useNavigate } from 'react-router';

/** `state` of a navigation that opens an overlay on the page, so that the history entry belongs to the overlay alone. */
export const overlayEntryState = { openedHere: true };

/** `state` of the navigation that cancels a pending one: the page stays as it is. */
export const cancelledState = { stayed: true };

/**
 * Closes an overlay that the address opened (design §4.8): goes back when it was opened on this page; otherwise calls
 * `write`, which replaces the address.
 */
export function useCloseOverlayEntry(): (write: () => void) => void {
  const navigate = useNavigate();
  const { state } = useLocation();
  const openedHere = (state as { openedHere?: boolean } | null)?.openedHere;
  return (write) => (openedHere ? void navigate(-1) : write());
}
