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

/** One setting that staff may change (N08): its path in `Rules`, its label and its bounds. */
export interface SettingField {
  /** The path in the rules: `timers.pixExpiryMs`. */
  path: string;
  group: SettingGroup;
  /** The label for staff. */
  label: string;
  help?: string;
  unit: SettingUnit;
  /** Inclusive bounds of a number. */
  min?: number;
  max?: number;
  /** A second person must confirm a change (`needsTwoPeople`). */
  twoPeople?: boolean;
  /** The value may be null, which means no limit. */
  optional?: boolean;
  choices?: readonly { value: string; label: string }[];
  /** The pattern of a whole text, and the error message for a mismatch. */
  pattern?: string;
  fault?: string;
  /** The placeholders of a wording, and whether it must be a single line like every text. */
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
  'shipping',
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

/** Creates fields of one group; each kind has default bounds. */
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
