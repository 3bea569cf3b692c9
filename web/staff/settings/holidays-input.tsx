import { Plus, Trash2 } from '#web/ui/icons/icons.tsx';
import { useState } from 'react';
import { dayOfHoliday, nameOfHoliday } from '#domain/business-days.ts';
import type { SettingValue } from '#domain/settings/settings.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { EmptyInline } from '#web/ui/page/empty-state.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';

interface Row {
  key: number;
  day: string;
  name: string;
}

interface HolidaysInputProps {
  value: SettingValue;
  readOnly: boolean;
  onChange: (value: SettingValue) => void;
}

/** Holidays with their names, one per row; national ones are computed and not listed. */
export function HolidaysInput({ value, readOnly, onChange }: HolidaysInputProps) {
  const [rows, setRows] = useState(() => rowsOf(Array.isArray(value) ? value : []));
  function change(next: Row[]): void {
    setRows(next);
    onChange(
      next
        .filter(({ day, name }) => day !== '' || name.trim() !== '')
        .map(({ day, name }) => `${day} ${name.trim()}`)
        .toSorted(),
    );
  }
  const edit = (key: number, part: Partial<Row>) =>
    change(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  const add = () =>
    setRows([...rows, { key: Math.max(0, ...rows.map(({ key }) => key)) + 1, day: '', name: '' }]);
  return (
    <div className="flex flex-col gap-3">
      {rows.length === 0 && <EmptyInline>Nenhum além dos nacionais.</EmptyInline>}
      <ul className="flex flex-col gap-3">
        {rows.map(({ key, day, name }) => (
          <li
            key={key}
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-2 sm:grid-cols-[11rem_minmax(0,1fr)_auto]"
          >
            <TextInput
              type="date"
              aria-label="Data do feriado"
              value={day}
              readOnly={readOnly}
              onChange={({ target }) => edit(key, { day: target.value })}
            />
            <div className="max-sm:order-3 max-sm:col-span-2">
              <TextInput
                aria-label="Nome do feriado"
                placeholder="Aniversário da cidade"
                maxLength={60}
                value={name}
                readOnly={readOnly}
                onChange={({ target }) => edit(key, { name: target.value })}
              />
            </div>
            {!readOnly && (
              <IconButton
                label={`Remover ${name || 'feriado'}`}
                icon={<Trash2 aria-hidden="true" className="size-4.5" />}
                onClick={() => change(rows.filter((row) => row.key !== key))}
              />
            )}
          </li>
        ))}
      </ul>
      {!readOnly && (
        <Button variant="secondary" className="self-start" onClick={add}>
          <Plus aria-hidden="true" className="size-4.5" /> Adicionar feriado
        </Button>
      )}
    </div>
  );
}

const rowsOf = (holidays: readonly string[]): Row[] =>
  holidays.map((holiday, key) => ({ key, day: dayOfHoliday(holiday), name: nameOfHoliday(holiday) }));
