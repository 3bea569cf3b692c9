/** The value of one measure at each minute of a long run. */
export interface Series {
  name: string;
  values: readonly number[];
  /** How much of its mean it may grow by in the second half. */
  share: number;
  /** Growth that is always allowed, in the unit of the values. */
  least: number;
}

export interface Flatness {
  name: string;
  /** What the straight line through each half rises by from its first to its last value. */
  firstHalf: number;
  secondHalf: number;
  allowed: number;
  isFlat: boolean;
}

/**
 * Judges whether a measure has stopped growing. The first half may grow: caches and pools fill, code is compiled. A leak
 * grows on in the second half, whose line (least squares) may rise by no more than the tolerance.
 */
export function judgeFlatness({ name, values, share, least }: Series): Flatness {
  const middle = Math.floor(values.length / 2);
  const [firstHalf, secondHalf] = [values.slice(0, middle), values.slice(middle)].map(rise);
  const mean = values.slice(middle).reduce((sum, each) => sum + each, 0) / (values.length - middle);
  const allowed = Math.max(mean * share, least);
  return { name, firstHalf: firstHalf!, secondHalf: secondHalf!, allowed, isFlat: secondHalf! <= allowed };
}

/** The slope of the least-squares line times the length of the series; 0 for fewer than two values. */
function rise(values: readonly number[]): number {
  const last = values.length - 1;
  if (last < 1) return 0;
  const meanX = last / 2;
  const meanY = values.reduce((sum, each) => sum + each, 0) / values.length;
  let covariance = 0;
  let variance = 0;
  for (const [x, y] of values.entries()) {
    covariance += (x - meanX) * (y - meanY);
    variance += (x - meanX) ** 2;
  }
  return (covariance / variance) * last;
}
