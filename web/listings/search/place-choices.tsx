import { Suspense, useState } from 'react';
import { stateNames, states } from '#domain/addresses/states.ts';
import { radiiKm } from '#domain/places/places.ts';
import { useHydrated } from '#web/boot/hydrated.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Field, FieldSet } from '#web/ui/forms/field.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { formatNumber } from '#web/ui/data/formats.ts';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { groupedField } from './results-choices.tsx';
import { radiusKey, typedPlaceField } from './results-query.ts';
import type { ResultsFilters } from './results-query.ts';
import type { Found } from './search.ts';

/** The searchable list and the mask of a postal code load after the page can be used. */
const LazyPlaceFields = lazyPart(
  () => import('./place-fields.tsx').then((module) => ({ default: module.PlaceFields })),
  { background: true },
);

interface PlaceChoicesProps {
  filters: ResultsFilters;
  found: Omit<Found, 'items'>;
  /** Why the typed or addressed place was not used. */
  problem: string | null;
  /** Applies the form. */
  onChoose: () => void;
  /** Applies another place. */
  onPlace: (place: Partial<ResultsFilters>) => void;
}

/** Where listings are sent from (S13): a state, or a city by its name or postal code with a distance around it. */
export function PlaceChoices({ filters, found, problem, onChoose, onPlace }: PlaceChoicesProps) {
  const { city, radius } = filters;
  const hydrated = useHydrated();
  // One stop for those who look everywhere, instead of two fields.
  const [isOpen, setIsOpen] = useState(false);
  return (
    <FieldSet label="Localização">
      <div className="flex flex-col gap-3">
        <Field label="Estado" className={groupedField}>
          <Select
            name="estado"
            options={stateOptions(found)}
            value={filters.state ?? ''}
            onValueChange={(state) => onPlace({ state: (state || null) as ResultsFilters['state'] })}
          />
        </Field>
        {city === null && (
          <Button
            variant="secondary"
            aria-expanded={isOpen}
            onClick={() => setIsOpen((open) => !open)}
            className="noscript:hidden"
          >
            Cidade ou CEP
          </Button>
        )}
        {(isOpen || city !== null || problem !== null) &&
          (hydrated ? (
            <Suspense fallback={<FieldsPlaceholder />}>
              <LazyPlaceFields filters={filters} city={found.city} problem={problem} onPlace={onPlace} />
            </Suspense>
          ) : (
            <FieldsPlaceholder />
          ))}
        <noscript>
          <Field label="Cidade ou CEP" error={problem} className={groupedField}>
            <TextInput name={typedPlaceField} autoComplete="off" maxLength={60} />
          </Field>
        </noscript>
        {city !== null && (
          <>
            <input type="hidden" name="cidade" value={city} />
            <Field
              label="Distância"
              hint="Em linha reta, entre os centros das cidades."
              className={groupedField}
            >
              <Select
                name="km"
                options={radiusOptions}
                value={radius === null ? '' : radiusKey(radius)}
                onValueChange={onChoose}
              />
            </Field>
          </>
        )}
      </div>
    </FieldSet>
  );
}

function stateOptions({ facets }: PlaceChoicesProps['found']) {
  const counts = new Map(facets.states.map(({ state, count }) => [state, count]));
  const named = states.map((state) => {
    const count = counts.get(state);
    return {
      value: state as string,
      label: count === undefined ? stateNames[state] : `${stateNames[state]} (${formatNumber(count)})`,
    };
  });
  return [{ value: '', label: 'Qualquer estado' }, ...named];
}

const radiusOptions = [
  { value: '', label: 'Só na cidade' },
  ...radiiKm.map((km) => ({ value: radiusKey(km), label: `Até ${km} km` })),
  { value: radiusKey('any'), label: 'Qualquer distância' },
];

/** As tall as the fields that load later. */
function FieldsPlaceholder() {
  return (
    <div aria-hidden="true" className="flex flex-col gap-3 noscript:hidden">
      {['Cidade', 'CEP'].map((label) => (
        <div key={label} className="flex flex-col gap-1.5">
          <span className="text-sm text-ink-2">{label}</span>
          <Skeleton className="h-control rounded-md" />
        </div>
      ))}
    </div>
  );
}
