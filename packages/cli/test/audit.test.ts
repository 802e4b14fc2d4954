import { createHash } from "node:crypto"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { type HostAccount, Tollgate } from "@tollgate/node"
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
  const runWhole = (...args: ReadonlyArray<string>) => Effect.promise(() => runHere([...args, "--database", file]))
  const run = (command: string) => runWhole("audit", command)
  const using = <A>(use: (account: HostAccount) => Promise<A>) =>
    Effect.promise(async () => {
      await using gate = await Tollgate.open({ file })
      return await use(gate.asOrganization(id))
    })
  const change = (text: string) => Effect.sync(() => withDatabase(file, (database) => database.exec(text)))
  /** Number and hash of each entry, and the heads, as the file has them. */
  const rows = Effect.sync(() =>
    withDatabase(file, (database) => [
      database.values("SELECT id || ' ' || coalesce(seq, '-') || ' ' || coalesce(hash, '-') FROM audit_entries"),
      database.values("SELECT organization_id || ' ' || seq || ' ' || hash FROM audit_heads")
    ])
  )
  /** Deletes the first entries so that the chain seems to begin after them. */
  const forget = (seq: number) =>
    change(`UPDATE audit_heads SET deleted_seq = ${seq}, deleted_hash = (SELECT hash FROM audit_entries WHERE seq = ${seq});
DELETE FROM audit_entries WHERE seq <= ${seq}`)
  return { change, forget, hash: data.hash, id, rows, run, runWhole, using }
})

const sealed = { code: 0, stderr: "", stdout: "The audit log is intact: 1 chain, 2 entries.\n" }
/** The fields of an exported entry that its hash is computed from, after those of the entry before. */
const hashed = [
  ...["organization_id", "seq", "created_at", "actor_kind", "actor_hash", "actor_user_id", "action", "object"],
  ...["changes", "secrets", "request_id", "address"]
]

/** The hash of an exported entry, as docs/operations.md says that it is computed. */
const hashOf = (before: unknown, entry: Record<string, unknown>) =>
  createHash("sha256")
    .update(JSON.stringify([1, before, ...hashed.map((name) => entry[name])]))
    .digest("hex")

const broken = (line: string) => ({ code: 1, stderr: "1 chain of the audit log is broken.\n", stdout: `${line}\n` })

describe("the commands for the audit log", () => {
  it.scopedLive("show where a chain ends and begins, and what the last check of it has found", () =>
    Effect.gen(function* () {
      const { change, forget, run, runWhole, using } = yield* aFile
      const chain = Effect.map(runWhole("audit", "chain", "--json"), ({ stdout }) => JSON.parse(stdout))
      const unchecked = { checked_at: null, checked_seq: null, intact: null }
      expect(yield* chain).toMatchObject({ seq: 2, first_seq: 1, deleted_seq: null, deleted_at: null, ...unchecked })
      expect(yield* run("verify")).toEqual(sealed)
      const checked = { seq: 2, checked_at: expect.stringMatching(/Z$/), checked_seq: 2, intact: true }
      expect(yield* chain).toMatchObject(checked)
      yield* using((host) => host.keys.create({ name: "Another" }))
      expect(yield* chain).toMatchObject({ ...checked, seq: 3 })
      yield* forget(1)
      expect(yield* chain).toMatchObject({ ...checked, seq: 3, first_seq: 2, deleted_seq: 1, deleted_at: null })
      expect((yield* run("verify")).code).toBe(1)
      expect(yield* chain).toMatchObject({ checked_seq: 3, intact: false })
      // A database that cannot keep it is checked as well.
      yield* change("DROP TABLE audit_checks; CREATE VIEW audit_checks AS SELECT 1 AS organization_id")
      const unnoted = yield* run("verify")
      expect(unnoted).toMatchObject({ code: 1, stdout: expect.stringMatching(/^organization .*\n$/) })
      expect(unnoted.stderr).toMatch(
        /^.*level=WARN .*the check of the audit log was not noted in the database.*\n1 chain.*\n$/s
      )
    })
  )

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
      expect(entries.map((entry) => Object.keys(entry).sort())).toEqual(entries.map(() => [...hashed, "hash"].sort()))
      const [first, second] = entries
      expect(entries.map(({ hash }) => hash)).toEqual([
        hashOf("0".repeat(64), first ?? {}),
        hashOf(first?.["hash"], second ?? {})
      ])
      expect(yield* run("head")).toEqual({
        code: 0,
        stderr: "",
        stdout: `organization ${id}  2  ${entries[1]?.["hash"]}  from 1  ${"0".repeat(64)}\n`
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

  it.scopedLive("find entries that no head covers, and go on without failing a change", () =>
    Effect.gen(function* () {
      const { change, id, run, using } = yield* aFile
      yield* change("UPDATE audit_heads SET seq = 1, hash = (SELECT hash FROM audit_entries WHERE seq = 1)")
      const afterHead = broken(`organization ${id}: entry 2 comes after the end that the database has noted`)
      expect(yield* run("verify")).toEqual(afterHead)
      yield* change("DELETE FROM audit_heads")
      const headless = broken(`organization ${id}: the database has noted no end, but there are entries from 1 on`)
      expect(yield* run("verify")).toEqual(headless)
      expect((yield* run("export")).stdout.split("\n")).toHaveLength(3)
      yield* using((account) => account.keys.create({ name: "Another" }))
      expect(yield* run("verify")).toEqual(broken(`organization ${id}: entry 3 is changed`))
    })
  )

  it.scopedLive("refuse a beginning that was deleted without an entry that says so, also all of a chain", () =>
    Effect.gen(function* () {
      const { forget, id, run } = yield* aFile
      yield* forget(1)
      expect(yield* run("verify")).toEqual(
        broken(`organization ${id}: entry 1 was deleted, and no entry says that the retention did it`)
      )
      yield* forget(2)
      expect(yield* run("verify")).toEqual(
        broken(`organization ${id}: entries 1 to 2 were deleted, and no entry says that the retention did it`)
      )
    })
  )

  it.scopedLive("say which entries the retention has deleted, and when", () =>
    Effect.gen(function* () {
      const { change, id, run, runWhole } = yield* aFile
      const { stdout } = yield* run("head")
      const hash = stdout.split("  ")[2]
      yield* change("UPDATE audit_entries SET created_at = 0")
      const pruned = yield* runWhole("prune", "--audit-retention-days", "1")
      expect(pruned).toMatchObject({
        code: 0,
        stdout: expect.stringContaining("Deleted 2 entries of the audit log.\n")
      })
      expect(pruned.stderr).toMatch(
        new RegExp(
          `^timestamp=\\S+ level=INFO message="old audit entries deleted" from=1 hash=${hash} organization=${id} to=2\n$`
        )
      )
      expect(yield* run("verify")).toEqual({
        code: 0,
        stderr: "",
        stdout: expect.stringMatching(
          `^organization ${id}: entries 1 to 2 were deleted by retention on 20\\S+Z\nThe audit log is intact: 1 chain, 1 entry\\.\n$`
        )
      })
      expect((yield* run("head")).stdout).toMatch(
        new RegExp(`^organization ${id}  3  [0-9a-f]{64}  from 3  ${hash}\n$`)
      )
    })
  )

  it.scopedLive("name a beginning that was deleted before deletions were noted", () =>
    Effect.gen(function* () {
      const { change, forget, id, run, using } = yield* aFile
      yield* forget(1)
      // As an export of before deletions were noted has it.
      yield* change(`INSERT INTO audit_entries (organization_id, created_at, actor_kind, action, changes, secrets)
SELECT organization_id, ${Date.now()}, 'host', 'audit.prune', json_object('from', 1, 'to', 1, 'hash', deleted_hash, 'noted_late', json('true')), '[]'
FROM audit_heads`)
      yield* using((account) => account.audit.list())
      const { code, stderr, stdout } = yield* run("verify")
      expect({ code, stderr, lines: stdout.split("\n") }).toEqual({
        code: 0,
        stderr: "",
        lines: [
          expect.stringMatching(`^organization ${id}: entry 1 was deleted by retention on or before 20\\S+Z$`),
          "The audit log is intact: 1 chain, 2 entries.",
          ""
        ]
      })
      const { data } = yield* using((account) => account.audit.list())
      expect(data.map(({ action, changes, seq }) => ({ action, changes, seq }))[0]).toEqual({
        action: "audit.prune",
        changes: { from: 1, to: 1, hash: expect.stringMatching(/^[0-9a-f]{64}$/), noted_late: true },
        seq: 3
      })
    })
  )

  it.scopedLive("show what is left of an entry whose texts are no JSON any more, and all others", () =>
    Effect.gen(function* () {
      const { change, id, run, using } = yield* aFile
      yield* change(`UPDATE audit_entries SET changes = '[1', secrets = '{}' WHERE seq = 2`)
      const { data } = yield* using((account) => account.audit.list())
      expect(data.map(({ changes, secrets, seq }) => ({ changes, secrets, seq }))).toEqual([
        { changes: { unreadable: true }, secrets: ["unreadable"], seq: 2 },
        { changes: { name: "Acme", owner_user_id: "ada" }, secrets: [], seq: 1 }
      ])
      expect(yield* run("verify")).toEqual(broken(`organization ${id}: entry 2 is changed`))
      expect((yield* run("export")).stdout.split("\n")).toHaveLength(3)
    })
  )

  it.scopedLive("write nothing when they verify, and count a row that somebody has inserted", () =>
    Effect.gen(function* () {
      const { change, id, run, rows } = yield* aFile
      yield* change(`INSERT INTO audit_entries (organization_id, created_at, actor_kind, action, changes, secrets)
VALUES ('${id}', 0, 'host', 'keys.updateKey', '{}', '[]')`)
      const before = yield* rows
      expect(yield* run("verify")).toEqual({
        ...sealed,
        stdout: `1 entry waits for a number and a hash, and is not checked.\n${sealed.stdout}`
      })
      expect(yield* rows).toEqual(before)
    })
  )

  it.scopedLive("count the entries of an organization up to 10,000", () =>
    Effect.gen(function* () {
      const { change, using } = yield* aFile
      const add = (from: number, to: number) =>
        change(`WITH RECURSIVE n (i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${to})
INSERT INTO audit_entries (organization_id, seq, hash, created_at, actor_kind, action, changes, secrets)
SELECT organization_id, i, '', 0, 'host', 'keys.updateKey', '{}', '[]' FROM audit_heads, n`)
      const counted = using(async (account) => {
        const { total_count } = await account.audit.list({ limit: 1 })
        const updates = await account.audit.list({ limit: 1, action: "keys.updateKey" })
        return [total_count, updates.total_count]
      })
      yield* add(3, 10_000)
      expect(yield* counted).toEqual([10_000, 9_998])
      yield* add(10_001, 10_001)
      expect(yield* counted).toEqual([10_001, 9_999])
      yield* add(10_002, 10_002)
      expect(yield* counted).toEqual([10_001, 10_000])
    })
  )
})
