import { letterKinds, letterNames, namesOf } from './letters.ts';
import type { SettingField } from './groups.ts';

/** The subject and body of each e-mail; both may be empty to use the default wording. */
export const letterFields: readonly SettingField[] = letterNames.flatMap((letter): SettingField[] => {
  const { title } = letterKinds[letter];
  const common = { group: 'letters', unit: 'wording', names: namesOf(letter) } as const;
  return [
    { ...common, path: `letters.${letter}.subject`, label: `${title}: assunto`, max: 120, oneLine: true },
    { ...common, path: `letters.${letter}.body`, label: `${title}: texto`, max: 4_000 },
  ];
});
