import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { jsonLogger, logfmtLogger } from "@tollgate/http"
import { Tollgate } from "@tollgate/node"
import { Effect, Layer, Logger, Option } from "effect"
import { logHeads } from "../src/commands/auditing.js"
import { databaseLayer } from "../src/database/databaseLayer.js"
import { withDatabase } from "./harness/database.js"
import { runHere } from "./harness/here.js"
import { temporaryFolder } from "./harness/stores.js"

/** A file in which an account has entries, and the heads that were kept after the second and the fourth one, in a form. */
const keptIn = (form: "head" | "json" | "logfmt") =>
  Effect.gen(function* () {
    const folder = yield* temporaryFolder
    const [database, heads] = [join(folder, "tollgate.db"), join(folder, "heads")]
    const verify = (...args: ReadonlyArray<string>) =>
      Effect.promise(() => runHere(["audit", "verify", "--database", database, ...args]))
    const logged = Effect.gen(function* () {
      const lines: Array<string> = []
      const logger = Logger.map(form === "json" ? jsonLogger : logfmtLogger, (line) => void lines.push(line))
      const given = { database: Option.some(database), masterKey: Option.none() }
      yield* Effect.provide(logHeads, Layer.merge(databaseLayer(given), Logger.replace(Logger.defaultLogger, logger)))
      return lines.map((line) => `Nov 26 12:00:00 gateway tollgate[812]: ${line}\n`).join("")
    })
    const printed = Effect.map(
      Effect.promise(() => runHere(["audit", "head", "--database", database])),
      ({ stdout }) => stdout
    )
    const keep = form === "head" ? printed : logged
    const id = yield* Effect.promise(async () => {
      await using gate = await Tollgate.open({ file: database })
      const { organization } = await gate.createOrganization({ name: "Acme", owner_user_id: "ada" })
      await gate.asOrganization(organization.id).keys.create({ name: "Key" })
      return organization.id
    })
    const first = yield* keep
    yield* Effect.promise(async () => {
      await using gate = await Tollgate.open({ file: database })
      for (const name of ["One", "Two"]) await gate.asOrganization(id).keys.create({ name })
    })
    writeFileSync(heads, `${first}\nsome other line\n${first}${yield* keep}`)
    const change = (text: string) => withDatabase(database, (database) => database.exec(text))
    return { change, database, folder, heads, id, verify }
  })

describe("audit verify --heads", () => {
  for (const form of ["head", "json", "logfmt"] as const) {
    it.scopedLive(`compares with lines of ${form === "head" ? "audit head" : `a log in ${form}`}`, () =>
      Effect.gen(function* () {
        const { change, database, heads, id, verify } = yield* keptIn(form)
        expect(yield* verify("--heads", heads)).toEqual({
          code: 0,
          stderr: "",
          stdout: "2 of 2 kept heads are the same here.\nThe audit log is intact: 1 chain, 4 entries.\n"
        })
        // The last entry is another one, and a command that reads heads seals it.
        change(`UPDATE audit_heads SET seq = 3, hash = (SELECT hash FROM audit_entries WHERE seq = 3);
DELETE FROM audit_entries WHERE seq = 4; INSERT INTO audit_entries (organization_id, created_at, actor_kind, action, changes, secrets)
VALUES ('${id}', 0, 'host', 'keys.updateKey', '{}', '[]')`)
        yield* Effect.promise(() => runHere(["audit", "head", "--database", database]))
        expect((yield* verify()).stdout).toBe("The audit log is intact: 1 chain, 4 entries.\n")
        expect(yield* verify("--heads", heads)).toEqual({
          code: 1,
          stderr: "1 chain of the audit log is broken.\n",
          stdout: `organization ${id}: entry 4 is not the one whose head was kept; up to entry 2, all are the same
1 of 2 kept heads is the same here.\n`
        })
      })
    )
  }

  it.scopedLive("finds a chain that was deleted with its head", () =>
    Effect.gen(function* () {
      const { change, heads, id, verify } = yield* keptIn("head")
      change("DELETE FROM audit_heads; DELETE FROM audit_entries")
      expect((yield* verify()).code).toBe(0)
      expect(yield* verify("--heads", heads)).toEqual({
        code: 1,
        stderr: "1 chain of the audit log is broken.\n",
        stdout: `organization ${id}: entry 1 is missing\n0 of 2 kept heads are the same here.\n`
      })
    })
  )

  it.scopedLive("refuses a file that is not there, one without heads, and a line that is cut off", () =>
    Effect.gen(function* () {
      const { folder, verify } = yield* keptIn("head")
      const file = join(folder, "other")
      const refused = (problem: string) => ({
        code: 1,
        stderr: `The heads in ${file} cannot be compared. ${problem}\n`,
        stdout: ""
      })
      expect(yield* verify("--heads", file)).toEqual(refused("The file does not exist."))
      writeFileSync(file, "level=INFO message=started\n")
      expect(yield* verify("--heads", file)).toEqual(refused("It has none."))
      writeFileSync(file, 'level=INFO message=started\nlevel=INFO message="head of the audit log" seq=2 hash=ab\n')
      expect(yield* verify("--heads", file)).toEqual(refused("Line 2 is no head of the audit log."))
    })
  )
})
