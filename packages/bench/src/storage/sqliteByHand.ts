import type { Round } from "../harness/alternate.js"
import type { Account, Supplies } from "./Account.js"
import { changeOf, insist } from "./changes.js"
import { openByHand } from "./openByHand.js"
import { keyOf, principalOf, type Row } from "./rowByHand.js"
import { hashByHand } from "./secretByHand.js"
import { sqliteActsByHand } from "./sqliteActsByHand.js"
import * as Statements from "./statements.js"

/** The acts written by hand for nothing else, on a file with an account. */
export const sqliteByHand = (file: string, account: Account, supplies: Supplies) => {
  const { keys, organizationId } = account
  const db = openByHand(file)
  const identify = db.prepare<[string, number], Row>(Statements.identify(() => "?"))
  const find = db.prepare<[string, string], Row>(Statements.find(() => "?"))
  const update = db.prepare<[string, bigint, number, string, string], Row>(Statements.update(() => "?"))
  const begin = db.prepare("BEGIN IMMEDIATE")
  const commit = db.prepare("COMMIT")
  const nth = (n: number) => keys[n % keys.length] ?? { secret: "", hash: "" }

  const authenticate = (n: number) => {
    const { hash, secret } = nth(n)
    const found = hashByHand(secret)
    const now = Date.now()
    const principal = found === null ? null : principalOf(identify.get(found, now), now)
    insist(principal?.keyHash === hash)
  }
  const updateKey = (n: number) => {
    const { limit, name } = changeOf(n)
    const row = update.get(name, limit, Date.now(), organizationId, nth(n).hash)
    const key = row === undefined ? null : keyOf(row)
    insist(key?.["name"] === name && key["limit"] === limit)
  }
  const getKey = (n: number) => {
    const row = find.get(organizationId, nth(n).hash)
    insist(row !== undefined && keyOf(row)["hash"] === nth(n).hash)
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
  /** An act in a transaction of its own (1), or in one for this many acts. */
  const inGroups =
    (act: (n: number) => void) =>
    (size: number): Round =>
    (acts) => {
      for (let from = 0; from < acts; from += size) {
        within(() => {
          for (let n = from; n < Math.min(acts, from + size); n++) act(n)
        })
      }
    }
  const { assign, createKey, exchange } = sqliteActsByHand(db, account, supplies)
  return {
    authenticate: each(authenticate),
    getKey: each(getKey),
    updateKey: inGroups(updateKey),
    createKey: inGroups(createKey),
    exchange: inGroups(exchange),
    assign: inGroups(assign),
    close: () => void db.close()
  }
}
