import { useEffect, useState } from 'react';
import type { FreightEstimates } from './freight-estimates.ts';
import type { Found } from './search.ts';

/** What freight these results cost at least to the person's state (S04); empty before hydration. */
export function useFreightEstimates(items: Found['items']): FreightEstimates {
  const [estimates, setEstimates] = useState<FreightEstimates>(new Map());
  const ids = items
    .filter(({ deliveryType, freeShipping }) => deliveryType === 'shipping' && !freeShipping)
    .map(({ id }) => id)
    .filter((id) => !estimates.has(id))
    .join(',');
  useEffect(() => {
    if (ids === '') return undefined;
    const stop = new AbortController();
    // Most visitors have typed no postal code yet, so the request's code is no part of the page.
    void import('./freight-estimates.ts')
      .then(({ estimatesOf }) => estimatesOf(ids.split(',').map(Number), stop.signal))
      .then((found) => {
        if (!stop.signal.aborted && found.size > 0) setEstimates((known) => new Map([...known, ...found]));
      });
    return () => stop.abort();
  }, [ids]);
  return estimates;
}
