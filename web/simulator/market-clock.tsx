import { useState } from 'react';
import { moveClock } from '#contract/simulator/simulator.ts';
import { api, ApiError } from '#web/api/api.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/cards/card.tsx';
import { formatCount, formatDateTime } from '#web/ui/data/formats.ts';
import { aviso } from '#web/ui/overlays/toast.tsx';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const jumps = [
  { label: '+1 hora', byMs: hourMs },
  { label: '+1 dia', byMs: dayMs },
  { label: '+3 dias', byMs: 3 * dayMs },
  { label: '+8 dias', byMs: 8 * dayMs },
];

/** The market's clock, which can only move forward: all timers that come due then fire. */
export function MarketClock({
  now,
  offsetMs,
  onMoved,
}: {
  now: string;
  offsetMs: number;
  onMoved: () => void;
}) {
  const [moving, setMoving] = useState<number | null>(null);

  async function move(byMs: number): Promise<void> {
    setMoving(byMs);
    try {
      const moved = await api(moveClock, { body: { byMs } });
      aviso.sucesso('Relógio adiantado', `Agora são ${formatDateTime(moved.now)} no site.`);
      onMoved();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      aviso.erro('O relógio não andou', error.detail);
    } finally {
      setMoving(null);
    }
  }

  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
      <p>
        <span className="block text-sm text-ink-3">Agora no site</span>
        <time dateTime={now} className="text-price-xl">
          {formatDateTime(now)}
        </time>
        <span className="block text-sm text-ink-2">{aheadText(offsetMs)}</span>
      </p>
      <div className="flex flex-wrap gap-2">
        {jumps.map(({ label, byMs }) => (
          <Button
            key={label}
            variant="secondary"
            aria-label={`Adiantar o relógio: ${label}`}
            loading={moving === byMs}
            disabledReason={moving !== null && moving !== byMs ? 'O relógio está andando.' : undefined}
            onClick={() => void move(byMs)}
          >
            {label}
          </Button>
        ))}
      </div>
    </Card>
  );
}

function aheadText(offsetMs: number): string {
  if (offsetMs < hourMs) return 'Na hora certa';
  const days = Math.floor(offsetMs / dayMs);
  const hours = Math.floor((offsetMs % dayMs) / hourMs);
  const parts = [
    days > 0 && formatCount(days, 'dia', 'dias'),
    hours > 0 && formatCount(hours, 'hora', 'horas'),
  ];
  return `Adiantado ${parts.filter(Boolean).join(' e ')}`;
}
