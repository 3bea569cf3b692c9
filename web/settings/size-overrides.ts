import { createContext } from 'react';

/** What the document's element tells the forms of the page (`sizes.ts`); given by the server's entry alone. */
export const TurnedSizes = createContext<string | undefined>(undefined);
