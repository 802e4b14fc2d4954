import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Tollgate } from "@tollgate/node"
import { Effect } from "effect"
import { undoToTenth } from "./harness/database.js"
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
      const key = yield* Effect.promise(async () => {
        await using gate = await Tollgate.open({ file: database })
        return (await gate.createOrganization({ name: "Acme", owner_user_id: "ada" })).key
      })
      undoToTenth(database)
      const older = `The database ${database} does not have the tables of this version yet. Stop servers of older versions and run \`tollgate migrate\`.\n`
      for (const command of reading) {
        const ended = yield* Effect.promise(() => runHere([...command.split(" "), "--database", database]))
        expect({ command, ...ended }).toEqual({ command, code: 1, stdout: "", stderr: older })
      }
      const first = yield* migrate(database)
      expect(first).toMatchObject({ code: 0, stderr: "" })
      expect(first.stdout).toMatch(new RegExp(`^Migrated ${database.replaceAll(".", "\\.")}: usage_of_keys.*\\.\n$`))
      expect(yield* migrate(database)).toEqual({
        code: 0,
        stdout: `The database ${database} has all migrations of this version. Nothing was changed.\n`,
        stderr: ""
      })
      const page = yield* Effect.promise(async () => {
        await using gate = await Tollgate.open({ file: database })
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
