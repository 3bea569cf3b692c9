import { createContext, use } from 'react';
import type { PageScripts } from './start-script.ts';

/** A page's own scripts and its loaders' data; provided by the server's renderer only. */
export const HandoffContext = createContext<(PageScripts & { data: string }) | null>(null);

/** The script in the head. It stands after the last one that React knows there: hydration ignores it. */
export function EarlyScript() {
  const page = use(HandoffContext);
  return page && <script dangerouslySetInnerHTML={{ __html: page.head }} />;
}

/**
 * Writes the loaders' data and the start script, in place of React Router's `<Scripts>`. They must be last in the body:
 * hydration ignores elements after the last one it knows. Data is not executed, so the CSP needs no hash of it.
 */
export function Handoff() {
  const page = use(HandoffContext);
  if (!page) return null;
  return (
    <>
      <script type="application/json" dangerouslySetInnerHTML={{ __html: page.data }} />
      <script dangerouslySetInnerHTML={{ __html: page.end }} />
    </>
  );
}
