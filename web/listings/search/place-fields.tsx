import { useState } from 'react';
import { askPostalCode } from '#domain/addresses/postal-codes.ts';
import { cityLabel } from '#domain/places/places.ts';
import type { City } from '#domain/places/places.ts';
import { api, ApiError } from '#web/api/api.ts';
import { trackLatestRead } from '#web/api/latest-read.ts';
import { CityField } from '#web/places/city-field.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { MaskedInput, masks } from '#web/ui/forms/masked-input.tsx';
import { findByPostalCode } from './find-place.ts';
import { groupedField } from './results-choices.tsx';
import type { ResultsFilters } from './results-query.ts';

interface PlaceFieldsProps {
  filters: ResultsFilters;
  city: City | null;
  problem: string | null;
  onPlace: (place: Partial<ResultsFilters>) => void;
}

/** A first choice looks around the city too: few towns have many listings. */
const firstRadius = 50;

/** The city by its name or by a postal code. */
export function PlaceFields({ filters, city, problem, onPlace }: PlaceFieldsProps) {
  const choose = (id: number | null) =>
    onPlace({ city: id, radius: id === null ? null : filters.city === null ? firstRadius : filters.radius });
  return (
    <>
      <CityField
        label="Cidade"
        error={problem ?? undefined}
        value={filters.city}
        name={city && city.id === filters.city ? cityLabel(city) : null}
        onChange={choose}
        className={groupedField}
      />
      <PostalCodeField onFound={choose} />
    </>
  );
}

/** «CEP»: eight digits choose their city. */
function PostalCodeField({ onFound }: { onFound: (city: number) => void }) {
  const [digits, setDigits] = useState('');
  const [status, setStatus] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [start] = useState(trackLatestRead);

  async function look(postalCode: string): Promise<void> {
    if (postalCode === digits) return;
    setDigits(postalCode);
    setProblem(null);
    const isLatest = start();
    if (postalCode.length !== 8) return setStatus('');
    setStatus('Buscando a cidade…');
    const found = await findByPostalCode(api, postalCode).catch((error: unknown) => {
      if (error instanceof ApiError) return { city: null, problem: error.detail };
      throw error;
    });
    if (!isLatest()) return;
    setStatus(found.city ? cityLabel(found.city) : '');
    setProblem(found.problem);
    if (found.city) onFound(found.city.id);
  }

  return (
    <div className="flex flex-col gap-1.5">
      <Field label="CEP" error={problem} announceError className={groupedField}>
        <MaskedInput
          mask={masks.cep}
          autoComplete="postal-code"
          inputMode="numeric"
          placeholder="00000-000"
          value={digits}
          onValueChange={(raw) => void look(raw)}
          onBlur={() => digits !== '' && digits.length < 8 && setProblem(askPostalCode)}
        />
      </Field>
      <output className="block text-sm text-ink-2 empty:hidden">{status}</output>
    </div>
  );
}
