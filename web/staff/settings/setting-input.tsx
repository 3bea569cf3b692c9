import { useState } from 'react';
import type { StaffSetting } from '#contract/settings/settings.ts';
import type { SettingValue } from '#domain/settings/settings.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { Field, FieldSet } from '#web/ui/forms/field.tsx';
import { MoneyInput } from '#web/ui/forms/money-input.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { HueInput, LogoInput } from './brand-inputs.tsx';
import { HolidaysInput } from './holidays-input.tsx';
import { formatNumber } from '#web/ui/data/formats.ts';
import { parsePercent, durationUnitOf, durationUnits, valueText } from './value-labels.ts';
import type { DurationUnit } from './value-labels.ts';

interface SettingInputProps {
  setting: StaffSetting;
  value: SettingValue;
  error: string | undefined;
  readOnly: boolean;
  onChange: (value: SettingValue) => void;
}

/** One setting in the control for its unit. A changed one shows its old value. */
export function SettingInput(props: SettingInputProps) {
  const { setting, value, error } = props;
  const changed = JSON.stringify(value) !== JSON.stringify(setting.value);
  const hint = [changed && `Antes: ${valueText(setting, setting.value)}.`, setting.help]
    .filter(Boolean)
    .join(' ');
  if (setting.unit === 'switch') return <SwitchInput {...props} hint={hint} />;
  if (setting.unit === 'holidays')
    return (
      <FieldSet
        label={setting.label}
        hint={setting.help ?? undefined}
        error={error}
        className="md:col-span-2"
      >
        <HolidaysInput value={value} readOnly={props.readOnly} onChange={props.onChange} />
      </FieldSet>
    );
  if (setting.unit === 'choices')
    return (
      <FieldSet label={setting.label} hint={hint} error={error}>
        <ChoicesInput {...props} />
      </FieldSet>
    );
  return (
    <Field
      label={setting.label}
      hint={hint}
      error={error}
      optional={setting.optional}
      className={setting.unit === 'words' ? 'md:col-span-2' : undefined}
    >
      <Control {...props} />
    </Field>
  );
}

function Control(props: SettingInputProps) {
  const { setting, value, readOnly, onChange } = props;
  switch (setting.unit) {
    case 'cents':
      return (
        <MoneyInput
          value={typeof value === 'number' ? value : null}
          onValueChange={onChange}
          readOnly={readOnly}
          placeholder={setting.optional ? 'sem limite' : undefined}
        />
      );
    case 'bps':
      return <PercentInput {...props} />;
    case 'ms':
      return <DurationInput {...props} />;
    case 'choice':
      return (
        <Select
          options={setting.choices}
          value={String(value)}
          disabled={readOnly}
          onValueChange={onChange}
        />
      );
    case 'hours':
    case 'words':
      return <TextListInput {...props} />;
    case 'degrees':
      return <HueInput {...props} />;
    case 'picture':
      return <LogoInput {...props} />;
    case 'text':
      return (
        <TextInput
          value={String(value)}
          maxLength={setting.max ?? 120}
          readOnly={readOnly}
          onChange={({ target }) => onChange(target.value)}
        />
      );
    default:
      return <IntegerInput {...props} />;
  }
}

/** A checkbox and not a switch, because the change takes effect only when saved. */
function SwitchInput({
  setting,
  value,
  error,
  readOnly,
  onChange,
  hint,
}: SettingInputProps & { hint: string }) {
  return (
    <Checkbox
      checked={value === true}
      onCheckedChange={onChange}
      disabled={readOnly}
      hint={hint}
      error={error}
    >
      {setting.label}
    </Checkbox>
  );
}

const trailing = { days: 'dias', years: 'anos' } as const;

function IntegerInput({ setting, value, readOnly, onChange }: SettingInputProps) {
  const [text, setText] = useState(value === null ? '' : formatNumber(Number(value)));
  const unit = setting.unit === 'days' || setting.unit === 'years' ? trailing[setting.unit] : undefined;
  return (
    <TextInput
      inputMode="numeric"
      value={text}
      readOnly={readOnly}
      trailing={unit && <span className="text-sm text-ink-3">{unit}</span>}
      onChange={({ target }) => {
        const digits = target.value.replace(/\D/g, '').slice(0, 9);
        setText(digits === '' ? '' : formatNumber(Number(digits)));
        onChange(digits === '' ? null : Number(digits));
      }}
    />
  );
}

function PercentInput({ value, readOnly, onChange }: SettingInputProps) {
  const [text, setText] = useState(String(Number(value) / 100).replace('.', ','));
  return (
    <TextInput
      inputMode="decimal"
      value={text}
      readOnly={readOnly}
      trailing={
        <span aria-hidden="true" className="text-sm text-ink-3">
          %
        </span>
      }
      onChange={({ target }) => {
        setText(target.value);
        onChange(parsePercent(target.value));
      }}
    />
  );
}

const msOf = (unit: DurationUnit) => durationUnits.find((one) => one.value === unit)!.ms;

/** A number and its unit; together they are the milliseconds. */
function DurationInput({ setting, value, readOnly, onChange }: SettingInputProps) {
  const [durationUnit, setDurationUnit] = useState<DurationUnit>(durationUnitOf(Number(value)));
  const [text, setText] = useState(String(Number(value) / msOf(durationUnit)));
  const changeTo = (amount: string, unit: DurationUnit) =>
    onChange(amount === '' ? null : Number(amount) * msOf(unit));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_8rem] gap-2">
      <TextInput
        inputMode="numeric"
        value={text}
        readOnly={readOnly}
        onChange={({ target }) => {
          const digits = target.value.replace(/\D/g, '').slice(0, 6);
          setText(digits);
          changeTo(digits, durationUnit);
        }}
      />
      <Select
        id={`${setting.path}-unidade`}
        aria-label={`Unidade de ${setting.label}`}
        options={durationUnits}
        value={durationUnit}
        disabled={readOnly}
        onValueChange={(unit) => {
          setDurationUnit(unit as DurationUnit);
          changeTo(text, unit as DurationUnit);
        }}
      />
    </div>
  );
}

function TextListInput({ value, readOnly, onChange }: SettingInputProps) {
  const [text, setText] = useState(Array.isArray(value) ? value.join('\n') : '');
  return (
    <Textarea
      value={text}
      readOnly={readOnly}
      minRows={5}
      onChange={({ target }) => {
        setText(target.value);
        onChange(
          target.value
            .split('\n')
            .map((line) => line.trim())
            .filter(Boolean),
        );
      }}
    />
  );
}

function ChoicesInput({ setting, value, readOnly, onChange }: SettingInputProps) {
  const chosen = Array.isArray(value) ? value : [];
  return (
    <div>
      {setting.choices.map((choice) => (
        <Checkbox
          key={choice.value}
          checked={chosen.includes(choice.value)}
          disabled={readOnly}
          onCheckedChange={(checked) =>
            onChange(
              setting.choices
                .map((one) => one.value)
                .filter((one) => (one === choice.value ? checked : chosen.includes(one))),
            )
          }
        >
          {choice.label}
        </Checkbox>
      ))}
    </div>
  );
}
