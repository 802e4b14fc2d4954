import { readFileSync } from "node:fs"
import { describe, expect, it } from "@effect/vitest"
import { PostgresRefused, Tollgate } from "@tollgate/node"
import { Effect } from "effect"
import { freshDatabase, query } from "../../postgres/test/support/databases.js"
import { PASSWORD } from "../../postgres/test/support/PostgresServer.js"
import { run, serving } from "./harness/command.js"
import { runHere, servingHere } from "./harness/here.js"
import { Wire } from "./harness/http.js"

const masterKey = "07".repeat(32)
const settings = (url: string) => ({ variables: { TOLLGATE_DATABASE: url, TOLLGATE_MASTER_KEY: masterKey } })
const nameOf = (url: string) => `${new URL(url).host}${new URL(url).pathname}`

describe("The command on a PostgreSQL database", () => {
  it.scopedLive(
    "serves it: a new one gets an organization, whose key opens it elsewhere too, and no password is shown",
    () =>
      Effect.gen(function* () {
        const url = yield* freshDatabase
        const first = yield* serving(["--database", url, "--log", "debug"], {
          variables: { TOLLGATE_MASTER_KEY: masterKey }
        })
        // Only Linux tells of processes in files.
        if (process.platform === "linux") {
          expect(readFileSync(`/proc/${first.child.pid}/cmdline`, "utf8")).not.toContain(PASSWORD)
        }
        const key = /Management key {2}(\S+)/.exec(first.written.stdout)?.[1] ?? "none"
        const served = yield* servingHere(["--database", url, "--master-key", masterKey])
        expect(served.written.stdout).not.toContain("Management key")
        const wire = new Wire({ keepAlive: false })
        const { status } = yield* Effect.promise(() => wire.send(`${served.url}/workspaces/default/members`, { key }))
        expect(status).toBe(200)
        const { origin } = new URL(served.url)
        expect((yield* Effect.promise(() => wire.send(`${origin}/readyz`))).status).toBe(200)
        expect(yield* query(url, "SELECT count(*)::int AS count FROM organizations")).toEqual([{ count: 1 }])
        for (const { stderr, stdout } of [first.written, served.written])
          expect(stdout + stderr).not.toContain(PASSWORD)
      })
  )

  it.scopedLive("fills it once, says of it only what is no secret, and has the commands of the operations", () =>
    Effect.gen(function* () {
      const url = yield* freshDatabase
      // A process, which must end by itself: it closes what it opened.
      expect(yield* Effect.promise(() => run(["init"], settings(url)))).toMatchObject({ code: 0, stderr: "" })
      const keys = (...args: ReadonlyArray<string>) =>
        Effect.map(
          Effect.promise(() => runHere(["keys", ...args, "--json"], settings(url))),
          ({ stdout, ...others }) => {
            expect(others).toEqual({ code: 0, stderr: "" })
            return JSON.parse(stdout)
          }
        )
      const { data } = yield* keys("create", "--name", "Docs", "--limit", "5")
      expect(yield* keys("list", "--q", "docs")).toEqual({ data: [data], total_count: 1 })
      expect(yield* Effect.promise(() => runHere(["init"], settings(url)))).toEqual({
        code: 1,
        stdout: "",
        stderr: `The database ${nameOf(url)} already has an organization. Nothing was changed. Name another database.\n`
      })
    })
  )

  it.scopedLive("migrates it as one user, and serves it as another that may only read and write rows", () =>
    Effect.gen(function* () {
      const url = yield* freshDatabase
      const role = `serving_${new URL(url).pathname.slice(6, 20)}`
      yield* query(
        url,
        `CREATE ROLE ${role} LOGIN PASSWORD '${PASSWORD}';
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${role}`
      )
      yield* Effect.addFinalizer(() => query(url, `DROP OWNED BY ${role}; DROP ROLE ${role}`))
      const asRole = settings(url.replace("tollgate:", `${role}:`))
      const refused = yield* Effect.promise(() => runHere(["init"], asRole))
      expect(refused).toEqual({
        code: 1,
        stdout: "",
        stderr: `The database ${nameOf(url)} does not allow this user to create or use its tables. Grant the privileges, or run \`tollgate migrate\` as another user.\n`
      })
      const migrate = () => runHere(["migrate"], { variables: { TOLLGATE_DATABASE: url } })
      const first = yield* Effect.promise(migrate)
      expect(first).toEqual({ code: 0, stderr: "", stdout: `Migrated ${nameOf(url)}: baseline.\n` })
      expect(yield* Effect.promise(migrate)).toEqual({
        code: 0,
        stdout: `The database ${nameOf(url)} has all migrations of this version. Nothing was changed.\n`,
        stderr: ""
      })
      expect(yield* Effect.promise(() => runHere(["init"], asRole))).toMatchObject({ code: 0, stderr: "" })
      const served = yield* servingHere([], asRole)
      const { origin } = new URL(served.url)
      const wire = new Wire({ keepAlive: false })
      expect((yield* Effect.promise(() => wire.send(`${origin}/readyz`))).status).toBe(200)
    })
  )

  it.scopedLive("puts an account to look at in it", () =>
    Effect.gen(function* () {
      const url = yield* freshDatabase
      expect(yield* Effect.promise(() => runHere(["demo"], settings(url)))).toMatchObject({ code: 0, stderr: "" })
      expect(yield* query(url, "SELECT count(*)::int AS count FROM organizations")).toEqual([{ count: 2 }])
    })
  )

  const refused = [
    {
      what: "without a master key",
      variables: (url: string) => ({ TOLLGATE_DATABASE: url }),
      code: 2,
      said: () =>
        "TOLLGATE_MASTER_KEY (or --master-key) must be 32 bytes as 64 hex digits or in base64, because a PostgreSQL database has no key file."
    },
    {
      what: "with a wrong password",
      variables: (url: string) => ({
        TOLLGATE_DATABASE: url.replace(PASSWORD, "canary"),
        TOLLGATE_MASTER_KEY: masterKey
      }),
      code: 1,
      said: (url: string) =>
        `The database ${nameOf(url)} rejects this user. Correct the user and the password in the address.`
    },
    {
      what: "at an address that is none",
      variables: () => ({ TOLLGATE_DATABASE: "postgres://user:canary@host", TOLLGATE_MASTER_KEY: masterKey }),
      code: 1,
      said: () => "The database is not an address of the form postgres://user:password@host:port/database. Correct it."
    }
  ]
  for (const { code, said, variables, what } of refused) {
    for (const command of ["serve", "init"]) {
      it.scopedLive(`refuses to ${command} ${what}, in a sentence`, () =>
        Effect.gen(function* () {
          const url = yield* freshDatabase
          const ended = yield* Effect.promise(() =>
            runHere([command], { variables: { TOLLGATE_PORT: "0", ...variables(url) } })
          )
          expect(ended).toEqual({ code, stdout: "", stderr: `${said(url)}\n` })
        })
      )
    }
  }
})

describe("Tollgate.open on a PostgreSQL database", () => {
  it.scopedLive("keeps accounts for the next process", () =>
    Effect.gen(function* () {
      const postgres = yield* freshDatabase
      const hash = yield* Effect.promise(async () => {
        await using gate = await Tollgate.open({ postgres, masterKey })
        return (await gate.createOrganization({ name: "Acme", owner_user_id: "owner" })).data.hash
      })
      const [row] = yield* query(postgres, "SELECT id FROM organizations")
      const key = yield* Effect.promise(async () => {
        await using gate = await Tollgate.open({ postgres, masterKey })
        return await gate.asOrganization(String(row?.id)).keys.get(hash)
      })
      expect(key).toMatchObject({ hash, name: "First management key" })
    })
  )

  it.live("rejects with what to do", () =>
    Effect.gen(function* () {
      const refusal = yield* Effect.promise(() =>
        Tollgate.open({ postgres: "postgres://u:canary@127.0.0.1:1/d", masterKey }).catch((error: unknown) => error)
      )
      expect(refusal).toBeInstanceOf(PostgresRefused)
      expect(String(refusal)).toBe(
        "PostgresRefused: The database 127.0.0.1:1/d cannot be reached. Start PostgreSQL, or correct the address."
      )
    })
  )
})
