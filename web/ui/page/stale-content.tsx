import type { ReactNode } from 'react';

/** Content that stays, pale, while the next one loads. */
export const StaleContent = ({ loading, children }: { loading: boolean; children: ReactNode }) => (
  <div aria-busy={loading} className="min-w-0 transition-opacity aria-busy:opacity-60">
    {children}
  </div>
);
