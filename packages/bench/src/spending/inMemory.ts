import * as Core from "@tollgate/core"
import type { Size } from "../harness/alternate.js"
import { atMost } from "../harness/bound.js"
import type { Section } from "../harness/Section.js"
import { timesTheHash } from "../harness/timesTheHash.js"
import { ours } from "./ours.js"

const KEY = `tg_sk_${"a".repeat(64)}`

/** A hold in memory, compared with the hash of a key, which every request costs before. */
export const inMemory = async (size: Size): Promise<Section> => {
  const mine = await ours(Core.Memory.layer)
  const act = "a hold of 5 scopes and its settlement"
  const bound = atMost(50, " times the hash", 20)
  try {
    const acts = { [act]: [mine.rounds(1, () => 1), bound] as const }
    return await timesTheHash("Of it the store: in memory", acts, [KEY], size)
  } finally {
    await mine.close()
  }
}
