import { rmSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Tollgate } from "@tollgate/node"
import { Effect } from "effect"
import { makeOlder } from "../../sqlite/test/support/files.js"
import { contents } from "./harness/folder.js"
import { runHere } from "./harness/here.js"
import { temporaryFolder } from "./harness/stores.js"

const migrate = (database: string) => Effect.promise(() => runHere(["migrate", "--database", database]))

/** Commands that only read. A server of an older version may use the database. */
const reading = [
  ...["audit verify", "audit head", "audit export", "verify", "activity list", "holds list"],
  ...["prices list", "gateway-keys list", "organizations list-budgets"]
]

describe("migrate on an SQLite file", () => {
  it.scopedLive("runs the migrations that the file lacks, once, and names them; commands that only read do not", () =>
    Effect.gen(function* () {
      const database = join(yield* temporaryFolder, "tollgate.db")
      // The master key is beside the file.
      yield* Effect.promise(async () => {
        await using gate = await Tollgate.open({ file: database })
        return gate
      })
      rmSync(database)
      makeOlder(database)
      const older = `The database ${database} does not have the tables of this version yet. Stop servers of older versions and run \`tollgate migrate\`.\n`
      for (const command of reading) {
        const ended = yield* Effect.promise(() => runHere([...command.split(" "), "--database", database]))
        expect({ command, ...ended }).toEqual({ command, code: 1, stdout: "", stderr: older })
      }
      const first = yield* migrate(database)
      expect(first).toEqual({ code: 0, stderr: "", stdout: `Migrated ${database}: baseline.\n` })
      expect(yield* migrate(database)).toEqual({
        code: 0,
        stdout: `The database ${database} has all migrations of this version. Nothing was changed.\n`,
        stderr: ""
      })
      const page = yield* Effect.promise(async () => {
        await using gate = await Tollgate.open({ file: database })
        const { key } = await gate.createOrganization({ name: "Acme", owner_user_id: "ada" })
        return await gate.withKey(key).keys.list()
      })
      expect(page.total_count).toBe(1)
    })
  )

  it.scopedLive("creates no file if there is none", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const database = join(folder, "tollgate.db")
      expect(yield* migrate(database)).toEqual({
        code: 1,
        stdout: "",
        stderr: `The database ${database} does not exist. Name an existing database.\n`
      })
      expect(contents(folder)).toEqual({})
    })
  )
})
