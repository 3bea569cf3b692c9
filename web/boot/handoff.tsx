import { createContext, use } from 'react';

/** The end of a page; provided by the server's renderer only. */
export const HandoffContext = createContext<{ script: string; data: string } | null>(null);

/**
 * Writes the loaders' data and the start script, in place of React Router's `<Scripts>`. They must be last in the body:
 * hydration ignores elements after the last one it knows. Data is not executed, so the CSP needs no hash of it.
 */
export function Handoff() {
  const end = use(HandoffContext);
  if (!end) return null;
  return (
    <>
      <script type="application/json" dangerouslySetInnerHTML={{ __html: end.data }} />
      <script dangerouslySetInnerHTML={{ __html: end.script }} />
    </>
  );
}
