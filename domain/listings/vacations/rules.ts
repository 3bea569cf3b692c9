import { fieldsOfGroup } from '#domain/settings/groups.ts';
import type { SettingField } from '#domain/settings/groups.ts';

/** How long sellers may be on vacation (F67), in calendar days of São Paulo. */
export interface VacationRules {
  /** The most days of vacation in any `windowDays` days. */
  maxDays: number;
  /** Also how far ahead a vacation may begin. */
  windowDays: number;
}

/** L06 of the specification: at most 90 days. A window keeps several vacations in a row from being a longer one. */
export const defaultVacationRules: VacationRules = { maxDays: 90, windowDays: 365 };

const { count } = fieldsOfGroup('listings');

export const vacationFields: readonly SettingField[] = [
  count('vacations.maxDays', 'Dias de férias de quem vende', {
    min: 1,
    max: 365,
    help: 'No máximo tantos no período abaixo, somadas todas as férias.',
  }),
  count('vacations.windowDays', 'Período em que os dias de férias somam', {
    min: 30,
    max: 730,
    help: 'Em dias. As férias começam no máximo tantos dias à frente.',
  }),
];
