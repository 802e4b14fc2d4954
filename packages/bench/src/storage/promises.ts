import { type OpenOptions, Tollgate } from "@tollgate/node"
import type { Round, Size } from "../harness/alternate.js"
import { atMost } from "../harness/bound.js"
import type { Row } from "../harness/Section.js"
import { insist } from "./changes.js"
import { cost, costsHead } from "./costs.js"
import type { Programs } from "./Programs.js"

/** The nth change of a key, by a call of the Promise API that presents the account's secret. */
export type UpdateOnce = (n: number) => Promise<void>

/** `keys.update` of the Promise API, on a new account with this many keys. */
export const openPromises = async (options: OpenOptions, keys: number) => {
  const gate = await Tollgate.open(options)
  const { key } = await gate.createOrganization({ name: "Bench", owner_user_id: "owner" })
  const account = gate.withKey(key)
  const hashes: Array<string> = []
  for (let n = 0; n < keys; n++) hashes.push((await account.keys.create({ name: "a key" })).data.hash)
  const updateOnce: UpdateOnce = async (n) => {
    const change = { name: `name ${n % 1_000}`, limit: (n % 1_000) / 1_000 }
    const { limit, name } = await gate.withKey(key).keys.update(hashes[n % keys] ?? "", change)
    insist(name === change.name && limit === change.limit)
  }
  const updateKey: Round = async (acts) => {
    for (let n = 0; n < acts; n++) await updateOnce(n)
  }
  return { updateOnce, updateKey, close: () => gate.close() }
}

export const besideProgramsHead = costsHead.map((cell) => cell.replace("by hand", "of its programs"))

/** `keys.update` beside the two programs that it runs, each by `runPromise`. */
export const besidePrograms = (
  { updateKey }: { readonly updateKey: Round },
  { both }: Programs,
  size: Size
): Promise<Row> => cost("`keys.update`", { byHand: both, ours: updateKey }, size, atMost(1.5, " times its programs"))
