import { Day } from "@tollgate/core/storage"

/** How the columns of a window end. */
export const columnOf = (kind: Day.Kind): string => (kind === "lifetime" ? "total" : kind)

/** The columns of an amount in each window, in the order of `Day.kinds`. */
export const windowColumns = (name: string): ReadonlyArray<string> =>
  Day.kinds.map((kind) => `${name}_${columnOf(kind)}`)
