/** A number with its noun: `1 entry`, `2,000 entries`. */
export const counted = (count: number, one: string, several = `${one}s`): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : several}`
