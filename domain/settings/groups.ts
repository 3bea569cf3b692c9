/** What a number of the rules is counted in. `switch` is yes or no, `choice` one of a few, `choices` some of them, `words` a list, `holidays` days with their names, `hours` intervals of the week, `text` one line, `wording` a text with names between `{{` and `}}` or nothing, `degrees` a hue, `picture` the key of one. */
export const settingUnits = [
  'cents',
  'bps',
  'ms',
  'count',
  'days',
  'years',
  'switch',
  'choice',
  'choices',
  'words',
  'holidays',
  'hours',
  'text',
  'wording',
  'degrees',
  'picture',
] as const;
export type SettingUnit = (typeof settingUnits)[number];

/** One number of the engine that staff may turn (N08): where it stands in `Rules`, its words and its bounds. */
export interface SettingField {
  /** Where it stands in the rules: `timers.pixExpiryMs`. */
  path: string;
  group: SettingGroup;
  /** In the words of the people who run the market. */
  label: string;
  help?: string;
  unit: SettingUnit;
  /** Bounds of a number, both allowed. */
  min?: number;
  max?: number;
  /** A change of it waits for a second person (`needsTwoPeople`). */
  twoPeople?: boolean;
  /** No value is no limit. */
  optional?: boolean;
  choices?: readonly { value: string; label: string }[];
  /** What a text looks like from its first letter to its last, and what is said of one that does not. */
  pattern?: string;
  fault?: string;
  /** What a wording may name, and whether it stands in one line, as every text does. */
  names?: readonly string[];
  oneLine?: true;
}

/** The sections of `/dashboard/configuracoes` that hold numbers, and the plans of `/dashboard/planos`. */
export const settingGroups = [
  'brand',
  'company',
  'plans',
  'orders',
  'calendar',
  'payments',
  'complaints',
  'refunds',
  'withdrawals',
  'listings',
  'community',
  'levels',
  'support',
  'letters',
  'security',
  'privacy',
] as const;
export type SettingGroup = (typeof settingGroups)[number];

const minute = 60_000;
const day = 24 * 60 * minute;
const maxMoneyCents = 100_000_000;

type FieldOptions = Omit<SettingField, 'path' | 'group' | 'label' | 'unit'>;

/** Makes fields of one group, each kind with the bounds it usually has. */
export function fieldsOfGroup(group: SettingGroup) {
  const field =
    (unit: SettingField['unit'], bounds: FieldOptions = {}) =>
    (path: string, label: string, rest: FieldOptions = {}): SettingField => ({
      path,
      group,
      label,
      unit,
      ...bounds,
      ...rest,
    });
  return {
    time: field('ms', { min: minute, max: 365 * day }),
    money: field('cents', { min: 0, max: maxMoneyCents }),
    share: field('bps', { min: 0, max: 10_000 }),
    count: field('count', { min: 0, max: 100_000 }),
    toggle: field('switch'),
    text: field('text'),
    hours: field('hours'),
  };
}
