/** «20 segundos», «30 minutos», «1 hora e 30 minutos», «72 horas», «7 dias»: a duration in milliseconds as text. */
export function durationText(milliseconds: number): string {
  if (milliseconds < 60_000) return counted(Math.round(milliseconds / 1_000), 'segundo', 'segundos');
  const minutes = Math.round(milliseconds / 60_000);
  const hours = Math.floor(minutes / 60);
  if (hours > 72) return both(counted(Math.floor(hours / 24), 'dia', 'dias'), inHours(hours % 24));
  return both(inHours(hours), counted(minutes % 60, 'minuto', 'minutos'));
}

const inHours = (count: number) => counted(count, 'hora', 'horas');

/** Joins two parts and omits a part of zero. */
function both(larger: string, smaller: string): string {
  return [larger, smaller].filter((part) => !part.startsWith('0 ')).join(' e ');
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
