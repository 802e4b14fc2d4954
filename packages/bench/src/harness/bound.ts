/** A limit for a figure, and optionally a goal. */
export interface Bound {
  readonly name: string
  readonly holds: (figure: number) => boolean
  readonly reaches: ((figure: number) => boolean) | null
}

const goalOf = (goal: number | undefined) => (goal === undefined ? "" : `, goal ${goal}`)

export const atMost = (limit: number, unit: string, goal?: number): Bound => ({
  name: `at most ${limit}${unit}${goalOf(goal)}`,
  holds: (figure) => figure <= limit,
  reaches: goal === undefined ? null : (figure) => figure <= goal
})

export const atLeast = (limit: number, unit: string, goal?: number): Bound => ({
  name: `at least ${limit}${unit}${goalOf(goal)}`,
  holds: (figure) => figure >= limit,
  reaches: goal === undefined ? null : (figure) => figure >= goal
})

/** Whether the bound was met in this run, as text. */
export const verdict = ({ holds, reaches }: Bound, figure: number): string => {
  if (!holds(figure)) return "**no**"
  if (reaches === null) return "yes"
  return reaches(figure) ? "yes, and the goal" : "yes, not the goal"
}
