import { type OpenOptions, Tollgate } from "@tollgate/node"
import type { Round } from "../harness/alternate.js"
import { insist } from "../storage/changes.js"

/** `keys.update` of the Promise API, on a new account with this many keys. */
export const openPromises = async (options: OpenOptions, keys: number) => {
  const gate = await Tollgate.open(options)
  const { key } = await gate.createOrganization({ name: "Bench", owner_user_id: "owner" })
  const account = gate.withKey(key)
  const hashes: Array<string> = []
  for (let n = 0; n < keys; n++) hashes.push((await account.keys.create({ name: "a key" })).data.hash)
  const updateKey: Round = async (acts) => {
    for (let n = 0; n < acts; n++) {
      const change = { name: `name ${n % 1_000}`, limit: (n % 1_000) / 1_000 }
      const { limit, name } = await gate.withKey(key).keys.update(hashes[n % keys] ?? "", change)
      insist(name === change.name && limit === change.limit)
    }
  }
  return { updateKey, close: () => gate.close() }
}
