import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Tollgate } from "@tollgate/node"
import { Effect, Redacted } from "effect"
import { freshDatabase } from "../../postgres/test/support/databases.js"
import { runHere } from "./harness/here.js"
import { temporaryFolder } from "./harness/stores.js"

const [OLD, NEW] = ["07".repeat(32), "08".repeat(32)]

type Place = { readonly file: string } | { readonly postgres: string; readonly masterKey: string }

/** Stores two credentials, a webhook and a kept answer. */
const fill = async (place: Place) => {
  await using gate = await Tollgate.open(place)
  const { organization } = await gate.createOrganization({ name: "Acme", owner_user_id: "owner" })
  const host = gate.asOrganization(organization.id)
  const named = await host.byok.create({ provider: "openai", key: "sk-first-secret-abcd", name: "Main" })
  const other = await host.byok.create({ provider: "anthropic", key: "sk-other-secret-abcd" })
  const { data: webhook } = await host.webhooks.create({ url: "https://hooks.example/T01", name: "On call" })
  await host.keys.create({ name: "Kept" }, { idempotencyKey: "once" })
  return { id: organization.id, workspace: named.workspace_id, named, other, webhook }
}

/** What an opened database has of its credentials, and what becomes of them. */
const expectAbandoned = async (place: Place, { id, named, other, webhook }: Awaited<ReturnType<typeof fill>>) => {
  await using gate = await Tollgate.open(place)
  const host = gate.asOrganization(id)
  const { data } = await host.byok.list()
  const shown = data.map(({ disabled, id, label, name }) => ({ disabled, id, label, name }))
  expect(shown.toSorted((one, two) => (one.id === named.id ? -1 : two.id === named.id ? 1 : 0))).toEqual([
    { disabled: true, id: named.id, label: named.label, name: "Main" },
    { disabled: true, id: other.id, label: other.label, name: null }
  ])
  await expect(host.byok.update(named.id, { disabled: false })).rejects.toMatchObject({
    issues: [
      { path: ["key"], expected: "the provider's secret, because that of the credential was lost with the master key" }
    ]
  })
  expect(await host.byok.update(named.id, { disabled: false, key: "sk-again-secret-abcd" })).toMatchObject({
    disabled: false
  })
  const opened = await host.credentials.forProvider("openai")
  expect(opened.map(({ id }) => id)).toEqual([named.id])
  for (const credential of opened) expect(Redacted.value(await credential.open())).toBe("sk-again-secret-abcd")
  expect(await host.webhooks.get(webhook.id)).toEqual({ ...webhook, disabled: true })
  await expect(host.webhooks.update(webhook.id, { disabled: false })).rejects.toMatchObject({
    issues: [
      { path: ["disabled"], expected: "true, because the secret was lost with the master key: create another webhook" }
    ]
  })
  const { data: entries } = await host.audit.list({ action: "byok.abandonSecrets" })
  expect(entries.map(({ actor_kind, changes }) => ({ actor_kind, changes }))).toEqual([
    {
      actor_kind: "host",
      changes: { disabled: true, credentials: [named.id, other.id].toSorted(), webhooks: [webhook.id] }
    }
  ])
}

describe("vault abandon", () => {
  it.scopedLive("leads out of a file whose master key is lost, with a new key beside it", () =>
    Effect.gen(function* () {
      const cwd = yield* temporaryFolder
      const file = join(cwd, "tollgate.db")
      const key = `${file}.key`
      const run = (...args: ReadonlyArray<string>) =>
        Effect.promise(() => runHere(args, { cwd, variables: { TOLLGATE_DATABASE: file } }))
      const abandon = run("vault", "abandon", "--yes")
      const filled = yield* Effect.promise(() => fill({ file }))
      expect(yield* run("vault", "abandon")).toEqual({
        code: 2,
        stdout: "",
        stderr: "--yes must be given: every secret of a provider or a webhook in the database is forgotten for good.\n"
      })
      expect((yield* abandon).stderr).toBe(
        `The database ${file} opens with the given master key, so nothing is lost. Start with that key.\n`
      )
      const right = readFileSync(key, "utf8")
      rmSync(key)
      expect((yield* run("verify")).stderr).toContain("If it is lost, `tollgate vault abandon` gives them up.")
      writeFileSync(key, `${NEW}\n`, { mode: 0o600 })
      expect((yield* run("verify")).stderr).toContain("If that is lost, `tollgate vault abandon` gives up the secrets.")
      rmSync(key)
      const { code, stderr, stdout } = yield* abandon
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
      const lines = stdout.trimEnd().split("\n")
      expect(lines[0]).toMatch(
        /^Forgot 2 provider secrets, 1 webhook secret and 1 kept answer of .*tollgate\.db\. It belongs to the master key [0-9a-f]{16} in .*tollgate\.db\.key now\.$/
      )
      const at = `organization ${filled.id}, workspace ${filled.workspace}`
      expect(lines.slice(4)).toEqual([
        "These webhooks are disabled for good. Create others in their place with `tollgate webhooks create`, and delete them:",
        `  organization ${filled.id}, On call, https://hooks.example, ${filled.webhook.id}`
      ])
      expect(lines.slice(2, 4).toSorted()).toEqual(
        [
          `  ${at}, openai, Main (${filled.named.label}), ${filled.named.id}`,
          `  ${at}, anthropic, ${filled.other.label}, ${filled.other.id}`
        ].toSorted()
      )
      expect(readFileSync(key, "utf8")).not.toBe(right)
      yield* Effect.promise(() => expectAbandoned({ file }, filled))
      for (const args of [["verify"], ["audit", "verify"], ["vault", "rewrap"]]) {
        expect(yield* run(...args)).toMatchObject({ code: 0, stderr: "" })
      }
    })
  )

  it.scopedLive("is refused while the file is open, and makes no key then", () =>
    Effect.gen(function* () {
      const cwd = yield* temporaryFolder
      const file = join(cwd, "tollgate.db")
      const { id } = yield* Effect.promise(() => fill({ file }))
      const open = Effect.promise(() => Tollgate.open({ file }))
      const gate = yield* Effect.acquireRelease(open, (gate) => Effect.promise(() => gate.close()))
      rmSync(`${file}.key`)
      const refused = yield* Effect.promise(() => runHere(["vault", "abandon", "--yes", "--database", file], { cwd }))
      expect(refused).toEqual({
        code: 1,
        stdout: "",
        stderr: `The database ${file} is open in another process. Stop every process that has it open.\n`
      })
      expect(existsSync(`${file}.key`)).toBe(false)
      expect(yield* Effect.promise(() => gate.asOrganization(id).byok.list())).toMatchObject({ total_count: 2 })
    })
  )

  it.scopedLive("does the same in PostgreSQL, unless a server is connected to it", () =>
    Effect.gen(function* () {
      const url = yield* freshDatabase
      const cwd = yield* temporaryFolder
      const filled = yield* Effect.promise(() => fill({ postgres: url, masterKey: OLD }))
      const abandon = (masterKey: string) =>
        Effect.promise(() =>
          runHere(["vault", "abandon", "--yes"], {
            cwd,
            variables: { TOLLGATE_DATABASE: url, TOLLGATE_MASTER_KEY: masterKey }
          })
        )
      const gate = yield* Effect.promise(() => Tollgate.open({ postgres: url, masterKey: OLD }))
      expect((yield* abandon(NEW)).stderr).toContain("has other sessions. Stop every server")
      yield* Effect.promise(() => gate.close())
      expect((yield* abandon(OLD)).stderr).toContain("opens with the given master key, so nothing is lost.")
      expect((yield* abandon(`${NEW},${OLD}`)).stderr).toContain("opens with the given master key")
      const { code, stderr, stdout } = yield* abandon(NEW)
      expect({ code, stderr, first: stdout.split("\n")[0] }).toEqual({
        code: 0,
        stderr: "",
        first: expect.stringMatching(
          /^Forgot 2 provider secrets, 1 webhook secret and 1 kept answer of .* in TOLLGATE_MASTER_KEY now\.$/
        )
      })
      yield* Effect.promise(() => expectAbandoned({ postgres: url, masterKey: NEW }, filled))
    })
  )

  it.scopedLive("has the same result for an import of an export whose master key is lost", () =>
    Effect.gen(function* () {
      const cwd = yield* temporaryFolder
      const [file, copy, url] = [join(cwd, "tollgate.db"), join(cwd, "copy.db"), yield* freshDatabase]
      const run = (args: ReadonlyArray<string>, variables: Readonly<Record<string, string>> = {}) =>
        Effect.promise(() => runHere(args, { cwd, variables }))
      const filled = yield* Effect.promise(() => fill({ file }))
      yield* run(["export", "accounts.ndjson", "--database", file])
      const importing = (database: string, variables?: Readonly<Record<string, string>>) =>
        run(["import", "accounts.ndjson", "--without-credentials", "--database", database], variables)
      const lost = expect.stringMatching(
        /^Imported \d+ rows into .*\.\nForgot 2 provider secrets, 1 webhook secret and 0 kept answers of .*\nThese credentials are disabled\..*\n.*\n.*\nThese webhooks are disabled for good\..*\n.*\n$/
      )
      expect(yield* importing(copy)).toEqual({ code: 0, stderr: "", stdout: lost })
      yield* Effect.promise(() => expectAbandoned({ file: copy }, filled))
      expect(yield* importing(url, { TOLLGATE_MASTER_KEY: NEW })).toEqual({ code: 0, stderr: "", stdout: lost })
      yield* Effect.promise(() => expectAbandoned({ postgres: url, masterKey: NEW }, filled))
      const key = { TOLLGATE_MASTER_KEY: readFileSync(`${file}.key`, "utf8").trim() }
      expect((yield* importing(join(cwd, "kept.db"), key)).stdout).toMatch(
        /^Imported \d+ rows into .*kept\.db\. It opens with the given master key\.\n$/
      )
    })
  )
})
