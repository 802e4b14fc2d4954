import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Tollgate } from "@tollgate/node"
import { Effect } from "effect"
import { withDatabase } from "./harness/database.js"
import { runHere } from "./harness/here.js"
import { temporaryFolder } from "./harness/stores.js"

/** A file in which an account has two entries, and the commands on it. */
const aFile = Effect.gen(function* () {
  const file = join(yield* temporaryFolder, "tollgate.db")
  const { data, id } = yield* Effect.promise(async () => {
    await using gate = await Tollgate.open({ file })
    const { organization } = await gate.createOrganization({ name: "Acme", owner_user_id: "ada" })
    const { data } = await gate.asOrganization(organization.id).keys.create({ name: "Key" })
    return { data, id: organization.id }
  })
  const run = (command: string) => Effect.promise(() => runHere(["audit", command, "--database", file]))
  const change = (text: string) => Effect.sync(() => withDatabase(file, (database) => database.exec(text)))
  return { change, hash: data.hash, id, run }
})

const sealed = { code: 0, stderr: "", stdout: "The audit log is intact: 1 chain, 2 entries.\n" }
const broken = (line: string) => ({ code: 1, stderr: "1 chain of the audit log is broken.\n", stdout: `${line}\n` })

describe("the commands for the audit log", () => {
  it.scopedLive("verify it, print its heads and export it", () =>
    Effect.gen(function* () {
      const { hash, id, run } = yield* aFile
      expect(yield* run("verify")).toEqual(sealed)
      const { stdout } = yield* run("export")
      const entries: ReadonlyArray<Record<string, unknown>> = stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line))
      expect(entries).toEqual([
        expect.objectContaining({
          organization_id: id,
          seq: 1,
          action: "organizations.createOrganization",
          object: id
        }),
        expect.objectContaining({ organization_id: id, seq: 2, action: "keys.createKey", object: hash })
      ])
      expect(yield* run("head")).toEqual({
        code: 0,
        stderr: "",
        stdout: `organization ${id}  2  ${entries[1]?.["hash"]}\n`
      })
    })
  )

  it.scopedLive("find an entry that was changed, one that is missing, and an end that was cut off", () =>
    Effect.gen(function* () {
      const { change, id, run } = yield* aFile
      yield* change(`UPDATE audit_entries SET address = '192.0.2.1' WHERE seq = 2`)
      expect(yield* run("verify")).toEqual(broken(`organization ${id}: entry 2 is changed`))
      yield* change("DELETE FROM audit_entries WHERE seq = 2")
      expect(yield* run("verify")).toEqual(broken(`organization ${id}: entry 2 is missing`))
      yield* change("UPDATE audit_entries SET seq = 2")
      expect(yield* run("verify")).toEqual(broken(`organization ${id}: entry 1 is missing`))
    })
  )
})
