import { useState } from 'react';
import {
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import type { Reply } from '#contract/endpoint.ts';
import type { getOverview } from '#contract/staff/overview.ts';
import { formatCents, formatDate, formatNumber } from '#web/ui/data/formats.ts';

const series = [
  { key: 'volumeCents', label: 'Volume' },
  { key: 'paid', label: 'Pedidos pagos' },
] as const;
type Key = (typeof series)[number]['key'];

const shortDay = (day: string) => `${day.slice(8)}/${day.slice(5, 7)}`;
const thousands = (cents: number) => `R$ ${formatNumber(Math.round(cents / 100))}`;

/**
 * Amounts as pale bars, orders as a dashed line above them, so that they differ by shape and not by colour alone. The
 * legend toggles them.
 */
export function DayChart({ days }: Pick<Reply<typeof getOverview>, 'days'>) {
  const [hidden, setHidden] = useState<ReadonlySet<Key>>(new Set());
  const toggle = (key: Key) => {
    const next = new Set(hidden);
    if (!next.delete(key)) next.add(key);
    setHidden(next);
  };
  return (
    <div className="flex flex-col gap-2">
      <div className="h-72 w-full text-xs">
        <ResponsiveContainer>
          <ComposedChart data={[...days]} margin={{ top: 8, right: 0, bottom: 0, left: 8 }}>
            <CartesianGrid yAxisId="money" stroke="var(--border)" vertical={false} />
            <XAxis
              dataKey="day"
              tickFormatter={shortDay}
              stroke="var(--ink-3)"
              tickLine={false}
              minTickGap={24}
            />
            <YAxis
              yAxisId="money"
              tickFormatter={thousands}
              stroke="var(--ink-3)"
              tickLine={false}
              axisLine={false}
              width={72}
            />
            <YAxis
              yAxisId="orders"
              orientation="right"
              allowDecimals={false}
              stroke="var(--ink-3)"
              tickLine={false}
              axisLine={false}
              width={32}
            />
            <Tooltip
              formatter={(value, name) =>
                name === 'Volume' ? formatCents(Number(value)) : formatNumber(Number(value))
              }
              labelFormatter={(day) => formatDate(`${String(day)}T12:00:00Z`)}
              contentStyle={{
                background: 'var(--surface)',
                border: '1px solid var(--border)',
                borderRadius: 8,
                color: 'var(--ink)',
              }}
            />
            <Bar
              yAxisId="money"
              dataKey="volumeCents"
              name="Volume"
              hide={hidden.has('volumeCents')}
              fill="var(--brand-soft-2)"
              stroke="var(--brand)"
              radius={[4, 4, 0, 0]}
              isAnimationActive={false}
            />
            <Line
              yAxisId="orders"
              dataKey="paid"
              name="Pedidos pagos"
              hide={hidden.has('paid')}
              stroke="var(--ink-2)"
              strokeDasharray="5 4"
              // Dots for more than a month would hide the line.
              dot={days.length <= 31 && { r: 2.5, fill: 'var(--ink-2)', strokeDasharray: 'none' }}
              isAnimationActive={false}
            />
          </ComposedChart>
        </ResponsiveContainer>
      </div>
      <div className="flex flex-wrap gap-2">
        {series.map(({ key, label }) => (
          <button
            key={key}
            type="button"
            aria-pressed={!hidden.has(key)}
            onClick={() => toggle(key)}
            className="hit-44 inline-flex h-9 items-center gap-2 rounded-full border border-border-strong px-3 text-sm text-ink-2 aria-[pressed=false]:line-through aria-[pressed=false]:opacity-60"
          >
            <span
              aria-hidden="true"
              className={
                key === 'paid'
                  ? 'w-5 border-t-2 border-dashed border-ink-2'
                  : 'size-3 rounded-xs border border-brand bg-brand-soft-2'
              }
            />
            {label}
          </button>
        ))}
      </div>
    </div>
  );
}
