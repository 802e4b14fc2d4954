import { createHash } from "node:crypto"
import { alternate, type Round, type Size } from "./alternate.js"
import type { Bound } from "./bound.js"
import { figure, type Row, type Section, section } from "./Section.js"

/** Only the SHA-256 of texts of keys, in turn: a measure of the machine's speed. */
export const hashing =
  (keys: ReadonlyArray<string>): Round =>
  (acts) => {
    for (let n = 0; n < acts; n++) {
      createHash("sha256")
        .update(keys[n % keys.length] ?? "")
        .digest("hex")
    }
  }

/** Acts in times of the hash of a key, which separates the machine from the code. */
export const timesTheHash = async (
  title: string,
  acts: Readonly<Record<string, readonly [round: Round, bound: Bound]>>,
  keys: ReadonlyArray<string>,
  size: Size
): Promise<Section> => {
  const rounds = Object.fromEntries(Object.entries(acts).map(([name, [round]]) => [name, round]))
  const hash = "SHA-256 of a key"
  const took = await alternate({ [hash]: hashing(keys), ...rounds }, size)
  const rows = Object.entries(took).map(([name, { cpu }]): Row => {
    const times = cpu / (took[hash]?.cpu ?? Number.NaN)
    const bound = acts[name]?.[1]
    const cells = [name, figure(cpu), figure(times)]
    return bound === undefined ? { cells } : { cells, judged: [times, bound] }
  })
  return section(title, ["Act", "CPU, µs", "Times the hash"], rows)
}
