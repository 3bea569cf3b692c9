import { Suspense } from 'react';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import type { CityFieldProps } from './city-field.tsx';

const CityField = lazyPart(() =>
  import('./city-field.tsx').then((module) => ({ default: module.CityField })),
);

/** The field of a city, whose searchable list loads when the field is first shown. */
export function LazyCityField(props: CityFieldProps) {
  return (
    <Suspense
      fallback={
        <div aria-hidden="true" className="flex flex-col gap-1.5">
          <span className="text-ui font-semibold">{props.label}</span>
          <Skeleton className="h-control rounded-md" />
          {props.hint && <span className="text-sm text-ink-3">{props.hint}</span>}
        </div>
      }
    >
      <CityField {...props} />
    </Suspense>
  );
}
