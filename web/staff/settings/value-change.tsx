import type { StaffSetting } from '#contract/settings/settings.ts';
import { valueText } from './value-labels.ts';

/** «5 → 7»: a setting's old and new value. */
export function ValueChange({
  setting,
  before,
  after,
}: {
  setting: Parameters<typeof valueText>[0];
  before: StaffSetting['value'];
  after: StaffSetting['value'];
}) {
  return (
    <>
      <s className="text-ink-3">
        <span className="sr-only">antes </span>
        {valueText(setting, before)}
      </s>
      <span aria-hidden="true"> → </span>
      <span className="sr-only"> depois </span>
      <strong className="font-semibold">{valueText(setting, after)}</strong>
    </>
  );
}
