export interface Day<Line> {
  /** «12 mar 2026». */
  label: string;
  lines: Line[];
}

/** Groups lines by day, in their given order. */
export function groupByDay<Line extends { at: string }>(
  lines: readonly Line[],
  labelOf: (at: string) => string,
): Day<Line>[] {
  const days: Day<Line>[] = [];
  for (const line of lines) {
    const label = labelOf(line.at);
    const last = days.at(-1);
    if (last?.label === label) last.lines.push(line);
    else days.push({ label, lines: [line] });
  }
  return days;
}
