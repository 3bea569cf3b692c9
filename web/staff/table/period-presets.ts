const isoDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' });
const dayMs = 86_400_000;

/** «Hoje, 7 dias, 30 dias, Este mês, Mês passado» as calendar days in São Paulo. */
export function presets(now: Date): { name: string; de: string; ate: string }[] {
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
