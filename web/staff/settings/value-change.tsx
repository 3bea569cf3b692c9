import type { StaffSetting } from '#contract/settings/settings.ts';
import { valueWords } from './value-words.ts';

/** «5 → 7»: a setting's old and new value. */
export function ValueChange({
  setting,
  before,
  after,
}: {
  setting: Parameters<typeof valueWords>[0];
  before: StaffSetting['value'];
  after: StaffSetting['value'];
}) {
  return (
    <>
      <s className="text-ink-3">
        <span className="sr-only">antes </span>
        {valueWords(setting, before)}
      </s>
      <span aria-hidden="true"> → </span>
      <span className="sr-only"> depois </span>
      <strong className="font-semibold">{valueWords(setting, after)}</strong>
    </>
  );
}
