import { CircleCheck, CircleX } from '#web/ui/icons/icons.tsx';
import type { ConnectionResult } from '#contract/settings/settings.ts';
import { formatNumber } from '#web/ui/data/formats.ts';

export type CheckResult = ConnectionResult | { ok: false; detail: string };

/** The result of a test, in one line. */
export function CheckOutcome({ result }: { result: CheckResult }) {
  const Icon = result.ok ? CircleCheck : CircleX;
  return (
    <span
      className={`inline-flex items-center gap-1.5 ${result.ok ? 'text-on-success-soft' : 'text-danger'}`}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      {result.ok
        ? `Conexão ok em ${formatNumber(result.durationMs)} ms (${result.provider}).`
        : result.detail}
    </span>
  );
}
