import { createContext } from 'react';

/** Size overrides as JSON for the document element, where `sizes.ts` reads them; provided by the server's entry only. */
export const SizeOverridesContext = createContext<string | undefined>(undefined);
