import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { StaffSetting } from '#contract/settings/settings.ts';
import type { SettingValue } from '#domain/settings/settings.ts';
import { LeaveGuard } from '#web/navigation/leave-guard.tsx';
import { standsAtBottom } from '#web/ui/page/bottom-bar.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatCount } from '#web/ui/data/formats.ts';
import { SaveDialog } from './save-dialog.tsx';
import { SettingInput } from './setting-input.tsx';

export type Drafts = Readonly<Record<string, SettingValue>>;

export interface SettingFormProps {
  settings: readonly StaffSetting[];
  version: { id: number; startsAt: string; waiting: boolean };
  editable: boolean;
  /** A setting found by search, whose field is scrolled into view. */
  found?: string | null;
  /** Object of the save button: «Salvar planos». */
  noun: string;
  /** Layout of the inputs; by default one below the other, in two columns where there is room. */
  children?: (parts: SettingFormParts) => ReactNode;
}

export interface SettingFormParts {
  input: (setting: StaffSetting) => ReactNode;
  drafts: Drafts;
  errors: Readonly<Record<string, string>>;
  /** The current value of a path, unsaved or saved. */
  valueOf: (path: string) => SettingValue | undefined;
  change: (path: string, value: SettingValue) => void;
}

/** Setting inputs with a bar that counts the changes; saving asks for a reason and a start date. */
export function SettingForm({ settings, version, editable, found = null, noun, children }: SettingFormProps) {
  const [drafts, setDrafts] = useState<Drafts>({});
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [saving, setSaving] = useState(false);
  // Inputs hold their own text, so discarding remounts them.
  const [resets, setResets] = useState(0);
  const fields = useScrollToSetting(found);
  const changed = settings.filter(
    ({ path, value }) => path in drafts && JSON.stringify(drafts[path]) !== JSON.stringify(value),
  );
  const discard = () => {
    setDrafts({});
    setErrors({});
    setResets(resets + 1);
  };
  const change = (path: string, value: SettingValue) => {
    setDrafts((old) => ({ ...old, [path]: value }));
    setErrors(({ [path]: _cleared, ...others }) => others);
  };
  const valueOf = (path: string) =>
    path in drafts ? drafts[path] : settings.find((setting) => setting.path === path)?.value;
  const input = (setting: StaffSetting) => (
    <SettingInput
      key={`${setting.path}|${resets}|${version.id}`}
      setting={setting}
      value={setting.path in drafts ? drafts[setting.path]! : setting.value}
      error={errors[setting.path]}
      readOnly={!editable}
      onChange={(value) => change(setting.path, value)}
    />
  );
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <LeaveGuard unsaved={changed.length > 0 && !saving} text="O que você mudou ainda não foi salvo." />
      {children ? (
        children({ input, drafts, errors, valueOf, change })
      ) : (
        <div ref={fields} className="grid max-w-4xl gap-x-8 gap-y-5 md:grid-cols-2">
          {byPart(settings).map(({ legend, members }) => {
            const inputs = members.map((setting) => (
              <div key={setting.path} data-setting={setting.path} className="contents">
                {input(legend === null ? setting : { ...setting, label: labelInPart(setting.label) })}
              </div>
            ));
            if (legend === null) return inputs;
            return (
              <fieldset key={legend} className="rounded-lg border border-border p-4 md:col-span-2 md:p-5">
                <legend className="px-1 text-ui font-semibold">{legend}</legend>
                <div className="grid gap-x-8 gap-y-5 md:grid-cols-2 xl:grid-cols-3">{inputs}</div>
              </fieldset>
            );
          })}
        </div>
      )}
      {changed.length > 0 && (
        <div
          ref={standsAtBottom}
          className="sticky bottom-0 z-sticky -mx-4 flex flex-wrap items-center justify-between gap-3 border-t border-border bg-surface px-4 py-3 md:mx-0 md:rounded-t-lg md:border-x"
        >
          <output className="block text-ui font-medium">
            {formatCount(changed.length, 'mudança não salva', 'mudanças não salvas')}
          </output>
          <div className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
            <Button variant="secondary" onClick={discard}>
              Descartar
            </Button>
            <Button onClick={() => setSaving(true)}>Salvar {noun}</Button>
          </div>
        </div>
      )}
      {saving && (
        <SaveDialog
          version={version}
          changed={changed.map((setting) => ({ setting, after: drafts[setting.path]! }))}
          onClose={() => setSaving(false)}
          onRefused={(refused) => {
            setErrors(refused);
            setSaving(false);
          }}
          onSaved={discard}
        />
      )}
    </div>
  );
}

interface SettingPart {
  legend: string | null;
  members: StaffSetting[];
}

/** Settings of a verification level or of a part of the freight table stand together under a legend. */
const partPath = /^(?:verification\.N\d|shipping\.(?:limits\.\w+|table\.\w+\.\w+))\./;

/** Groups the settings of each part in the same order; others have no legend. */
function byPart(settings: readonly StaffSetting[]): SettingPart[] {
  const parts: SettingPart[] = [];
  for (const setting of settings) {
    const legend = partPath.test(setting.path) ? setting.label.split(':', 1)[0]! : null;
    const last = parts.at(-1);
    if (last?.legend === legend) last.members.push(setting);
    else parts.push({ legend, members: [setting] });
  }
  return parts;
}

/** «Nível 3: anúncios ativos» becomes «Anúncios ativos» under the legend «Nível 3». */
function labelInPart(label: string): string {
  const text = label.slice(label.indexOf(': ') + 2);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Scrolls a setting's field into view and focuses it; scrolling is outside React. */
function useScrollToSetting(path: string | null) {
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (path === null) return;
    const field = fields.current?.querySelector(`[data-setting="${CSS.escape(path)}"]`);
    const control = field?.querySelector<HTMLElement>('input, textarea, button');
    control?.scrollIntoView({ block: 'center' });
    control?.focus({ preventScroll: true });
  }, [path]);
  return fields;
}
