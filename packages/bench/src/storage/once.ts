import { atMost } from "../harness/bound.js"
import { type Section, section } from "../harness/Section.js"
import { cost, onceHead } from "./costs.js"
import type { Programs } from "./Programs.js"

const bound = atMost(2.5, " times the CPU", 2)

/** What an idempotency key adds to an audited change, and what it costs to give its answer again. */
export const once = async (
  storage: string,
  { updateKeyAgain, updateKeyAudited, updateKeyOnce }: Programs,
  size: { readonly acts: number; readonly rounds: number }
): Promise<Section> => {
  const rows = []
  for (const callers of [1, 64]) {
    const updateKey = { byHand: updateKeyAudited(callers), ours: updateKeyOnce(callers) }
    rows.push(await cost(`\`updateKey\`, ${callers} at once`, updateKey, size, bound))
  }
  const again = { byHand: updateKeyAudited(64), ours: updateKeyAgain(64) }
  rows.push(await cost("its answer given again, 64 at once", again, size, bound))
  return section(`${storage}: with an \`Idempotency-Key\`, beside the same change without`, onceHead, rows)
}
