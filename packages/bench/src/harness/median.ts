/** A quantile of the values: 0.5 is the median. */
export const quantile = (values: Iterable<number>, part: number): number => {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

export const median = (values: Iterable<number>): number => quantile(values, 0.5)
