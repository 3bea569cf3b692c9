import { Search } from '#web/ui/icons/icons.tsx';
import { useState } from 'react';
import { Link } from 'react-router';
import type { StaffSetting } from '#contract/settings/settings.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { findSettings } from './find-settings.ts';
import { valueText } from './value-labels.ts';

export interface SettingFinderProps {
  settings: readonly StaffSetting[];
  /** The section of a setting: its address and name. */
  sectionOf: (setting: StaffSetting) => { slug: string; section: string };
}

/** Finds a setting of any section by its text; a result leads to its field. Unsaved values are preserved. */
export function SettingFinder({ settings, sectionOf }: SettingFinderProps) {
  const [query, setQuery] = useState('');
  const asked = query.trim() !== '';
  const found = findSettings(settings, query, (setting) => sectionOf(setting).section);
  return (
    <search className="flex max-w-xl flex-col gap-2">
      <Field label="Buscar configuração" hideLabel>
        <TextInput
          type="search"
          value={query}
          placeholder="Buscar configuração"
          autoComplete="off"
          leading={<Search aria-hidden="true" className="size-4 text-ink-3" />}
          onChange={({ target }) => setQuery(target.value)}
        />
      </Field>
      <output className={asked && found.length === 0 ? 'text-sm text-ink-2' : 'sr-only'}>
        {asked && found.length === 0 && `Nada com “${query.trim()}”. Tente outra palavra.`}
      </output>
      {found.length > 0 && (
        <ul className="divide-y divide-border rounded-lg border border-border bg-surface">
          {found.map((setting) => {
            const { slug, section } = sectionOf(setting);
            return (
              <li key={setting.path}>
                <Link
                  to={`?secao=${slug}&campo=${setting.path}`}
                  preventScrollReset
                  onClick={() => setQuery('')}
                  className="flex min-h-11 flex-wrap items-baseline justify-between gap-x-4 px-3 py-2 text-ui hover:bg-surface-2"
                >
                  <span className="min-w-0 text-ink">{setting.label}</span>
                  <span className="text-sm text-ink-2">
                    {section} · {valueText(setting, setting.value)}
                  </span>
                </Link>
              </li>
            );
          })}
        </ul>
      )}
    </search>
  );
}
