import { copyFileSync } from "node:fs"
import { join } from "node:path"
import { layer } from "@tollgate/sqlite"
import * as Redacted from "effect/Redacted"
import { atLeast, atMost } from "../harness/bound.js"
import { type Section, section } from "../harness/Section.js"
import { temporaryFolder } from "../harness/temporaryFolder.js"
import { createAccount } from "../storage/Account.js"
import { openPrograms } from "../storage/Programs.js"
import { sqliteByHand } from "../storage/sqliteByHand.js"
import { actRows, head, type Size } from "./acts.js"
import { betterAuthOnSqlite } from "./betterAuth.js"
import { openPromises } from "./promises.js"

const ahead = atLeast(10, " times as fast as better-auth's")
const promised = atMost(1.5, " times its programs")

/** The acts on SQLite, each contender on its own file in one folder. */
export const onSqlite = (size: Size): Promise<Section> =>
  temporaryFolder(async (folder) => {
    const file = join(folder, "ours.db")
    const storage = layer({ file, masterKey: Redacted.make(new Uint8Array(32)) })
    const account = await createAccount(storage, size.keys)
    copyFileSync(file, join(folder, "by-hand.db"))
    const byHand = sqliteByHand(join(folder, "by-hand.db"), account)
    const ours = await openPrograms(storage, account)
    const promises = await openPromises({ file: join(folder, "promises.db") }, size.keys)
    const betterAuth = await betterAuthOnSqlite(join(folder, "better-auth.db"), size.keys)
    const contenders = { account, ours, promises, byHand, betterAuth }
    const rows = await actRows(contenders, size, ({ authenticate, both, promise, verify }) => ({
      authenticate: [verify.cpu / authenticate.cpu, ahead],
      promise: [promise.cpu / both.cpu, promised]
    }))
    await Promise.all([promises.close(), ours.close()])
    byHand.close()
    betterAuth.close()
    return section("On SQLite", head, rows)
  })
