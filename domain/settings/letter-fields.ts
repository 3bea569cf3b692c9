import { letterKinds, letterNames, namesOf } from './letters.ts';
import type { SettingField } from './groups.ts';

/** The words of each letter, both of which may be left to the house. */
export const letterFields: readonly SettingField[] = letterNames.flatMap((letter): SettingField[] => {
  const { title } = letterKinds[letter];
  const words = { group: 'letters', unit: 'wording', names: namesOf(letter) } as const;
  return [
    { ...words, path: `letters.${letter}.subject`, label: `${title}: assunto`, max: 120, oneLine: true },
    { ...words, path: `letters.${letter}.body`, label: `${title}: texto`, max: 4_000 },
  ];
});
