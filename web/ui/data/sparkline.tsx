import { cn } from '#web/ui/styles/class-names.ts';

export interface SparklineProps {
  /** One value for each step, in order; none is negative. */
  values: readonly number[];
  /** Text alternative: the sum, the trend and the peak. */
  label: string;
  className?: string;
}

const width = 300;
const height = 48;
/** Margin, so that the stroke is not cut at the peak or at zero. */
const edge = 2;

/** The course of a number as one line without axes. */
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
