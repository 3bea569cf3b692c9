/** «20 segundos», «1 minuto», «30 minutos», «72 horas», «7 dias»: a span in milliseconds as people say it. */
export function durationWords(milliseconds: number): string {
  if (milliseconds < 60_000) return counted(Math.round(milliseconds / 1_000), 'segundo', 'segundos');
  const minutes = Math.round(milliseconds / 60_000);
  if (minutes < 60) return counted(minutes, 'minuto', 'minutos');
  const hours = Math.round(minutes / 60);
  return hours <= 72 ? counted(hours, 'hora', 'horas') : counted(Math.round(hours / 24), 'dia', 'dias');
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
