import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { listCities } from '#contract/places/places.ts';
import { cityLabel } from '#domain/places/places.ts';
import { api, ApiError } from '#web/api/api.ts';
import { Combobox } from '#web/ui/forms/combobox.tsx';
import { Field } from '#web/ui/forms/field.tsx';

export interface CityFieldProps {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** IBGE's code. */
  value: number | null;
  /** The name of `value` where the caller knows it; otherwise it is looked up. */
  name: string | null;
  onChange: (id: number | null) => void;
  className?: string;
}

interface Option {
  value: string;
  label: string;
}

const typingPauseMs = 200;

/** A municipality, found by typing the beginning of its name. */
export function CityField({ label, hint, error, value, name, onChange, className }: CityFieldProps) {
  const [query, setQuery] = useState('');
  const [found, setFound] = useState<{ query: string; options: Option[] } | null>(null);
  const [chosen, setChosen] = useState<Option | null>(null);
  const known =
    value === null
      ? null
      : name !== null
        ? { value: String(value), label: name }
        : chosen?.value === String(value)
          ? chosen
          : null;
  const asked = query.trim() || (value !== null && known === null ? String(value) : '');

  useEffect(() => {
    if (asked === '') return;
    let current = true;
    const timer = setTimeout(() => {
      void optionsFor(asked).then((options) => {
        if (!current) return;
        setFound({ query: asked, options });
        if (asked === String(value)) setChosen(options[0] ?? null);
      });
    }, typingPauseMs);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [asked, value]);

  function choose(id: string | null): void {
    setChosen(found?.options.find((option) => option.value === id) ?? known);
    setQuery('');
    onChange(id === null ? null : Number(id));
  }

  const typed = query.trim();
  const loading = typed !== '' && found?.query !== typed;
  const matching = typed === '' || loading ? [] : (found?.options ?? []);
  // Last, so that Enter picks the first city that was typed for.
  const options = [...matching.filter((option) => option.value !== known?.value), ...(known ? [known] : [])];
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      <Combobox
        label={label}
        placeholder="Comece a digitar: Belém"
        options={options}
        value={value === null ? null : String(value)}
        onValueChange={choose}
        onQueryChange={setQuery}
        loading={loading}
        empty={typed === '' ? 'Digite o começo do nome.' : 'Nenhuma cidade com esse nome.'}
      />
    </Field>
  );
}

async function optionsFor(query: string): Promise<Option[]> {
  try {
    const { items } = await api(listCities, { query: { query: query.slice(0, 60) }, interactive: false });
    return items.map((city) => ({ value: String(city.id), label: cityLabel(city) }));
  } catch (error) {
    if (error instanceof ApiError) return [];
    throw error;
  }
}
