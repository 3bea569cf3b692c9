import { cn } from '#web/ui/styles/class-names.ts';

export interface SparklineProps {
  /** One for each step, in order; none below zero. */
  values: readonly number[];
  /** What it shows, for those who do not see it: the sum, the way it goes, the peak. */
  label: string;
  className?: string;
}

const width = 300;
const height = 48;
/** So that the line is whole at its peak and where nothing is. */
const edge = 2;

/** How a number went, as one line without axes: its words stand beside it. */
export function Sparkline({ values, label, className }: SparklineProps) {
  const line = lineThrough(values);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className={cn('h-12 w-full text-brand', className)}
    >
      <polygon points={`0,${height} ${line} ${width},${height}`} className="fill-brand-soft" />
      <polyline
        points={line}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

/** The points of the line, from the left edge to the right, the highest value on top. */
export function lineThrough(values: readonly number[]): string {
  const peak = Math.max(1, ...values);
  const step = width / Math.max(1, values.length - 1);
  return values
    .map((value, index) => {
      const y = height - edge - (value / peak) * (height - 2 * edge);
      return `${Number((index * step).toFixed(1))},${Number(y.toFixed(1))}`;
    })
    .join(' ');
}
