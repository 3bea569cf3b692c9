import type { SettingField, SettingGroup } from './settings.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const million = 100_000_000;

type Rest = Omit<SettingField, 'path' | 'group' | 'label' | 'unit'>;

/** Makes fields of one group, each kind with the bounds it usually has. */
export function inGroup(group: SettingGroup) {
  const field =
    (unit: SettingField['unit'], bounds: Rest = {}) =>
    (path: string, label: string, rest: Rest = {}): SettingField => ({
      path,
      group,
      label,
      unit,
      ...bounds,
      ...rest,
    });
  return {
    time: field('ms', { min: minute, max: 365 * day }),
    money: field('cents', { min: 0, max: million }),
    share: field('bps', { min: 0, max: 10_000 }),
    count: field('count', { min: 0, max: 100_000 }),
    toggle: field('switch'),
    text: field('text'),
    hours: field('hours'),
  };
}
