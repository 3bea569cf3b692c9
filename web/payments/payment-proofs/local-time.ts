/** An instant as `<input type="datetime-local">` holds it: in the browser's time zone, without seconds. */
export function toLocalTime(instant: string): string {
  const date = new Date(instant);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Converts such a value back to an instant; empty when it is not a valid time. */
export function fromLocalTime(value: string): string {
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}
