import { Search } from '#web/ui/icons/icons.tsx';
import { useState } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { FilterChip, FilterChipRow } from '#web/ui/data/filter-chip.tsx';
import { formatDate } from '#web/ui/data/formats.ts';
import { Popover, PopoverClose } from '#web/ui/overlays/popover.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { tableParams } from './table-definition.ts';
import type { ChoiceFilter, TableDefinition } from './table-definition.ts';
import type { ServerTableState } from './use-server-table.ts';

type FilterState = Pick<ServerTableState, 'ask' | 'params' | 'filtered' | 'clear'>;

const day = (text: string) => formatDate(`${text}T12:00:00Z`);

/** Search and one chip per filter: «+ Situação» or «Situação: Pago ×». */
export function TableFilters<Row>({
  definition: { search, filters },
  table,
}: {
  definition: TableDefinition<Row>;
  table: FilterState;
}) {
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-2">
      {search && <TableSearch key={table.params.get(tableParams.q)} placeholder={search} table={table} />}
      <FilterChipRow onClear={table.filtered ? table.clear : undefined}>
        {filters.map((filter) => {
          if (filter.kind === 'choice') return <Choice key={filter.param} filter={filter} table={table} />;
          if (filter.kind === 'period') return <Period key="period" label={filter.label} table={table} />;
          const given = table.params.get(filter.param);
          return (
            given && (
              <FilterChip
                key={filter.param}
                label={filter.label}
                value={given}
                onRemove={() => table.ask({ [filter.param]: null })}
              />
            )
          );
        })}
      </FilterChipRow>
    </div>
  );
}

function TableSearch({ placeholder, table }: { placeholder: string; table: FilterState }) {
  return (
    <search className="w-full sm:w-72">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const typed = new FormData(event.currentTarget).get('busca');
          table.ask({ [tableParams.q]: String(typed ?? '').trim() || null });
        }}
      >
        <TextInput
          type="search"
          name="busca"
          aria-label={`Buscar: ${placeholder}`}
          placeholder={placeholder}
          maxLength={100}
          enterKeyHint="search"
          defaultValue={table.params.get(tableParams.q) ?? ''}
          leading={<Search aria-hidden="true" className="size-4 text-ink-3" />}
        />
      </form>
    </search>
  );
}

function Choice({ filter, table }: { filter: ChoiceFilter; table: FilterState }) {
  const { param, label, options, many } = filter;
  const chosen = table.params.get(param)?.split(',') ?? [];
  const chosenLabels = options
    .filter(({ value }) => chosen.includes(value))
    .map((option) => option.label)
    .join(', ');
  const toggle = (value: string) => {
    const rest = chosen.filter((one) => one !== value);
    const next = rest.length < chosen.length ? rest : many ? [...chosen, value] : [value];
    table.ask({ [param]: next.join(',') || null });
  };
  return (
    <Popover
      label={label}
      trigger={
        <FilterChip
          label={label}
          value={chosenLabels || undefined}
          onRemove={() => table.ask({ [param]: null })}
        />
      }
    >
      <fieldset className="flex flex-col">
        <legend className="mb-1 text-ui font-semibold">{label}</legend>
        {options.map(({ value, label: text }) => (
          <Checkbox
            key={value}
            checked={chosen.includes(value)}
            onCheckedChange={() => toggle(value)}
            className="py-2 text-sm"
          >
            {text}
          </Checkbox>
        ))}
      </fieldset>
    </Popover>
  );
}

function Period({ label, table }: { label: string; table: FilterState }) {
  const { params, ask } = table;
  const [from, to] = [params.get('de'), params.get('ate')];
  const [shortcuts] = useState(() => presets(new Date()));
  const [typed, setTyped] = useState({ de: from ?? '', ate: to ?? '' });
  const rangeText =
    from && to
      ? `${day(from)} a ${day(to)}`
      : from
        ? `desde ${day(from)}`
        : to
          ? `até ${day(to)}`
          : undefined;
  return (
    <Popover
      label={label}
      trigger={<FilterChip label={label} value={rangeText} onRemove={() => ask({ de: null, ate: null })} />}
    >
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap gap-2">
          {shortcuts.map(({ name, de, ate }) => (
            <PopoverClose key={name}>
              <Button size="sm" variant="secondary" onClick={() => ask({ de, ate })}>
                {name}
              </Button>
            </PopoverClose>
          ))}
        </div>
        <div className="grid grid-cols-2 gap-2">
          <Field label="De">
            <TextInput
              type="date"
              value={typed.de}
              max={typed.ate || undefined}
              onChange={(event) => setTyped({ ...typed, de: event.target.value })}
            />
          </Field>
          <Field label="Até">
            <TextInput
              type="date"
              value={typed.ate}
              min={typed.de || undefined}
              onChange={(event) => setTyped({ ...typed, ate: event.target.value })}
            />
          </Field>
        </div>
        <PopoverClose>
          <Button onClick={() => ask({ de: typed.de || null, ate: typed.ate || null })}>
            Filtrar período
          </Button>
        </PopoverClose>
      </div>
    </Popover>
  );
}

const isoDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' });
const dayMs = 86_400_000;

/** «Hoje, 7 dias, 30 dias, Este mês, Mês passado» as calendar days in São Paulo. */
function presets(now: Date): { name: string; de: string; ate: string }[] {
  const today = isoDay.format(now);
  const before = (days: number) => isoDay.format(new Date(now.getTime() - days * dayMs));
  const first = `${today.slice(0, 8)}01`;
  const lastMonthEnd = new Date(Date.parse(first) - dayMs).toISOString().slice(0, 10);
  return [
    { name: 'Hoje', de: today, ate: today },
    { name: '7 dias', de: before(6), ate: today },
    { name: '30 dias', de: before(29), ate: today },
    { name: 'Este mês', de: first, ate: today },
    { name: 'Mês passado', de: `${lastMonthEnd.slice(0, 8)}01`, ate: lastMonthEnd },
  ];
}
