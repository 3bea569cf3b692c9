import { useLocation, useNavigate } from 'react-router';

/** `state` of a navigation that opens something over the page: the entry is there for that alone. */
export const ownEntry = { openedHere: true };

/** `state` of the navigation that gives another one up: the page stays as it is. */
export const stayed = { stayed: true };

/**
 * Closes what the address opened (design §4.8): by going back to where it was opened, or, where somebody came with that
 * address, by writing another.
 */
export function useCloseEntry(): (write: () => void) => void {
  const navigate = useNavigate();
  const { state } = useLocation();
  const openedHere = (state as { openedHere?: boolean } | null)?.openedHere;
  return (write) => (openedHere ? void navigate(-1) : write());
}
