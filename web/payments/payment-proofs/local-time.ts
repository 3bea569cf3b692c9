/** An instant as `<input type="datetime-local">` has it, in the browser's own zone and without seconds. */
export function toLocalTime(instant: string): string {
  const date = new Date(instant);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The same back as an instant; empty for what is no time. */
export function fromLocalTime(value: string): string {
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}
