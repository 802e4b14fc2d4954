import { Tollgate } from "@tollgate/node"
import type { Account } from "./Account.js"
import { insist } from "./changes.js"

/** The nth change of a key, by a call of the Promise API that presents the account's secret. */
export type UpdateOnce = (n: number) => Promise<void>

/** Opens a file that has an account, whose first key is a management key. */
export const updateByPromise = async (
  file: string,
  masterKey: string,
  { keys }: Account
): Promise<{ readonly updateOnce: UpdateOnce; readonly close: () => Promise<void> }> => {
  const gate = await Tollgate.open({ file, masterKey })
  const secret = keys[0]?.secret ?? ""
  return {
    updateOnce: async (n) => {
      const [hash, change] = [keys[n % keys.length]?.hash ?? "", { name: `name ${n}`, limit: n / 1_000 }]
      const { limit, name } = await gate.withKey(secret).keys.update(hash, change)
      insist(name === change.name && limit === change.limit)
    },
    close: () => gate.close()
  }
}
