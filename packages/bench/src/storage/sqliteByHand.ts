import type { Round } from "../harness/alternate.js"
import type { Account } from "./Account.js"
import { changeOf, insist } from "./changes.js"
import { openByHand } from "./openByHand.js"
import { keyOf, principalOf, type Row } from "./rowByHand.js"
import { hashByHand } from "./secretByHand.js"
import * as Statements from "./statements.js"

/** The two acts written by hand for nothing else, on a file with an account. */
export const sqliteByHand = (file: string, { keys, organizationId }: Account) => {
  const db = openByHand(file)
  const identify = db.prepare<[string], Row>(Statements.identify(() => "?"))
  const update = db.prepare<[string, bigint, number, string, string], Row>(Statements.update(() => "?"))
  const begin = db.prepare("BEGIN IMMEDIATE")
  const commit = db.prepare("COMMIT")
  const nth = (n: number) => keys[n % keys.length] ?? { secret: "", hash: "" }

  const authenticate = (n: number) => {
    const { hash, secret } = nth(n)
    const found = hashByHand(secret)
    const principal = found === null ? null : principalOf(identify.get(found), Date.now())
    insist(principal?.keyHash === hash)
  }
  const updateKey = (n: number) => {
    const { limit, name } = changeOf(n)
    const row = update.get(name, limit, Date.now(), organizationId, nth(n).hash)
    const key = row === undefined ? null : keyOf(row)
    insist(key?.["name"] === name && key["limit"] === limit)
  }
  const each =
    (act: (n: number) => void): Round =>
    (acts) => {
      for (let n = 0; n < acts; n++) act(n)
    }
  const within = (act: () => void) => {
    begin.run()
    act()
    commit.run()
  }
  return {
    authenticate: each(authenticate),
    /** The statement by itself. */
    updateKey: each(updateKey),
    /** One transaction per write. */
    updateAlone: each((n) => within(() => updateKey(n))),
    /** One transaction for this many writes. */
    updateInGroups:
      (size: number): Round =>
      (acts) => {
        for (let from = 0; from < acts; from += size) {
          within(() => {
            for (let n = from; n < Math.min(acts, from + size); n++) updateKey(n)
          })
        }
      },
    close: () => void db.close()
  }
}
