import type * as Core from "@tollgate/core"
import type { Supplies } from "./Account.js"

/** Takes what the acts of one contender need from the supplies, in the same order for each contender. */
export const takeFrom = ({ codes, groups, guardrails }: Supplies) => {
  let exchanged = 0
  let assigned = 0
  return {
    /** A code that was not taken before. */
    nextCode: (): string => {
      const code = codes[exchanged++]
      if (code === undefined) throw new RangeError("There are no more authorization codes")
      return code
    },
    /** A group of users, and the guardrail to which it is not assigned. */
    assignmentOf: (): { readonly guardrail: string; readonly users: ReadonlyArray<Core.UserId> } => {
      const users = groups[assigned % groups.length] ?? []
      const guardrail = guardrails[Math.floor(assigned / groups.length) % 2 === 0 ? 0 : 1]
      assigned++
      return { guardrail, users }
    }
  }
}
