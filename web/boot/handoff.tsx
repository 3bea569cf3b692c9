import { createContext, use } from 'react';

/** The page's own script (`start-script.ts`); given by the server's entry alone. */
export const HandoffContext = createContext<string | null>(null);

/**
 * Hands the page over to the browser, in place of React Router's `<Scripts>`. It must be the last of the body:
 * hydration leaves alone what stands after the last element it knows.
 */
export function Handoff() {
  const script = use(HandoffContext);
  return script === null ? null : <script dangerouslySetInnerHTML={{ __html: script }} />;
}
