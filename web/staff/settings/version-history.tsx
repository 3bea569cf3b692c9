import type { SettingVersion, StaffSetting } from '#contract/settings/settings.ts';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { formatDateTime } from '#web/ui/data/formats.ts';
import { ValueChange } from './value-change.tsx';

/** Changes of settings with author, time, start date and reason; newest first. */
export function VersionHistory({
  versions,
  settings,
}: {
  versions: readonly SettingVersion[];
  settings: readonly StaffSetting[];
}) {
  const written = versions.filter(({ changes }) => changes.length > 0);
  if (written.length === 0)
    return <EmptyState title="Nada mudou ainda." text="As regras são as da instalação." seed="regras" />;
  return (
    <ol className="flex max-w-3xl flex-col gap-3">
      {written.map((version) => (
        <li key={version.id} className="rounded-lg border border-border bg-surface p-4">
          <p className="flex flex-wrap justify-between gap-x-4 gap-y-1 text-sm">
            <strong className="text-ui font-semibold">
              {version.author ? `@${version.author.username}` : 'Instalação'}
            </strong>
            <span className="text-ink-3">vale desde {formatDateTime(version.startsAt)}</span>
          </p>
          {version.reason && <p className="mt-1 text-sm text-ink-2">{version.reason}</p>}
          <ul className="mt-2 flex flex-col gap-1 text-sm">
            {version.changes.map(({ path, before, after }) => {
              const setting = settings.find((one) => one.path === path);
              const format = setting ?? { unit: 'count' as const, choices: [] };
              return (
                <li key={path} className="flex flex-wrap justify-between gap-x-4">
                  <span>{nameOf(path, setting)}</span>
                  <span className="tabular-nums">
                    <ValueChange setting={format} before={before} after={after} />
                  </span>
                </li>
              );
            })}
          </ul>
        </li>
      ))}
    </ol>
  );
}

/** «Tarifa de venda» alone does not say which plan it belongs to. */
function nameOf(path: string, setting: StaffSetting | undefined): string {
  const plan = /^plans\.(\w+)\./.exec(path)?.[1];
  const label = setting?.label ?? path;
  return plan ? `${plan[0]!.toUpperCase()}${plan.slice(1)}: ${label.toLowerCase()}` : label;
}
