import { createHash } from "node:crypto"
import * as Core from "@tollgate/core"
import { alternate } from "../harness/alternate.js"
import { atMost } from "../harness/bound.js"
import { figure, type Section, section } from "../harness/Section.js"
import { ours } from "./ours.js"

const KEY = `tg_sk_${"a".repeat(64)}`

/** Acts in memory, in times of what it takes to hash a key. */
export const inMemory = async (size: { readonly acts: number; readonly rounds: number }): Promise<Section> => {
  const mine = await ours(Core.Memory.layer)
  const hash = (acts: number) => {
    for (let n = 0; n < acts; n++) createHash("sha256").update(KEY).digest("hex")
  }
  try {
    const took = await alternate({ hash, ours: mine.rounds(1, () => 1) }, size)
    const times = took.ours.cpu / took.hash.cpu
    const rows = [
      { cells: ["SHA-256 of a key", figure(took.hash.cpu), figure(1)] },
      {
        cells: ["a hold of 5 scopes and its settlement", figure(took.ours.cpu), figure(times)],
        judged: [times, atMost(50, " times the hash", 20)] as const
      }
    ]
    return section("Of it the store: in memory", ["Act", "CPU, µs", "Times the hash"], rows)
  } finally {
    await mine.close()
  }
}
