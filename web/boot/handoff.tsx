import { createContext, use } from 'react';

/** The page's start script (`start-script.ts`); provided by the server's entry only. */
export const HandoffContext = createContext<string | null>(null);

/**
 * Writes the start script, in place of React Router's `<Scripts>`. It must be last in the body: hydration ignores
 * elements after the last one it knows.
 */
export function Handoff() {
  const script = use(HandoffContext);
  return script === null ? null : <script dangerouslySetInnerHTML={{ __html: script }} />;
}
