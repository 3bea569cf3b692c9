import type { StaffSetting } from '#contract/settings/settings.ts';

const maxResults = 8;

/** Settings whose label, help or section contains every word of the search, ignoring accents and case. */
export function findSettings<S extends Pick<StaffSetting, 'label' | 'help'>>(
  settings: readonly S[],
  query: string,
  sectionOf: (setting: S) => string,
): S[] {
  const words = normalize(query).split(' ').filter(Boolean);
  if (words.length === 0) return [];
  return settings
    .filter((setting) => {
      const text = normalize(`${setting.label} ${setting.help ?? ''} ${sectionOf(setting)}`);
      return words.every((word) => text.includes(word));
    })
    .slice(0, maxResults);
}

function normalize(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}
