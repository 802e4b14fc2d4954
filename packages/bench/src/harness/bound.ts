import * as Schema from "effect/Schema"

/** A limit for a figure, and optionally a goal. */
export const Bound = Schema.Struct({
  name: Schema.String,
  /** Whether the figure has to be at least the limit, and not at most. */
  isLeast: Schema.Boolean,
  limit: Schema.Number,
  goal: Schema.NullOr(Schema.Number)
})
export type Bound = typeof Bound.Type

const goalOf = (goal: number | undefined) => (goal === undefined ? "" : `, goal ${goal}`)

export const atMost = (limit: number, unit: string, goal?: number): Bound => ({
  name: `at most ${limit}${unit}${goalOf(goal)}`,
  isLeast: false,
  limit,
  goal: goal ?? null
})

export const atLeast = (limit: number, unit: string, goal?: number): Bound => ({
  name: `at least ${limit}${unit}${goalOf(goal)}`,
  isLeast: true,
  limit,
  goal: goal ?? null
})

const reaches = (figure: number, target: number, { isLeast }: Bound) => (isLeast ? figure >= target : figure <= target)

/** Whether a figure meets its bound. */
export const holds = (bound: Bound, figure: number): boolean => reaches(figure, bound.limit, bound)

/** Whether the bound was met in this run, as text. */
export const verdict = (bound: Bound, figure: number): string => {
  if (!holds(bound, figure)) return "**no**"
  if (bound.goal === null) return "yes"
  return reaches(figure, bound.goal, bound) ? "yes, and the goal" : "yes, not the goal"
}
