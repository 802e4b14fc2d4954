import { writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Tollgate } from "@tollgate/node"
import { Effect } from "effect"
import type { Ended, Settings } from "./harness/command.js"
import { runHere } from "./harness/here.js"
import { temporaryFolder } from "./harness/stores.js"

type Run = (args: ReadonlyArray<string>, settings?: Settings) => Promise<Ended>

/** An initialized database in a folder, in which the commands run. */
const opened = Effect.gen(function* () {
  const cwd = yield* temporaryFolder
  const run: Run = (args, settings) => runHere(args, { cwd, ...settings })
  const { stdout } = yield* Effect.promise(() => run(["init"]))
  const [, organization = "", managementKey = "", gatewayKey = ""] =
    /^Organization {4}(\S+)\nManagement key {2}(\S+)\nGateway key {5}(\S+)\n/.exec(stdout) ?? []
  return { file: join(cwd, "tollgate.db"), gatewayKey, managementKey, organization, run }
})

/** The same commands against a server over the database. */
const served = (file: string, key: string, run: Run) =>
  Effect.gen(function* () {
    const gate = yield* Effect.acquireRelease(
      Effect.promise(() => Tollgate.open({ file })),
      (gate) => Effect.promise(() => gate.close())
    )
    const server = createServer(gate.nodeHandler())
    yield* Effect.acquireRelease(
      Effect.promise(() => new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))),
      () => Effect.promise(() => new Promise((closed) => server.close(closed)))
    )
    const address = server.address()
    const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`
    const atServer: Run = (args, settings) =>
      run([...args, "--url", url], { variables: { TOLLGATE_KEY: key }, ...settings })
    return atServer
  })

const refused = (code: number, said: string) => ({ code, stdout: "", stderr: `${said}\n` })

/** Creates, reads, lists, changes, rotates and deletes a key. */
const roundTrip = async (run: Run) => {
  const json = async (...args: ReadonlyArray<string>) => {
    const { code, stderr, stdout } = await run([...args, "--json"])
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    return JSON.parse(stdout)
  }
  const created = await json(
    ...["keys", "create", "--name", "Docs assistant", "--limit", "5", "--limit-reset", "daily"],
    ...["--metadata", '{"team":"docs"}', "--include-byok-in-limit", "--expires-at", "9999-01-01T00:00:00Z"]
  )
  expect(created).toEqual({
    data: expect.objectContaining({
      name: "Docs assistant",
      limit: 5,
      limit_remaining: 5,
      limit_reset: "daily",
      metadata: { team: "docs" },
      include_byok_in_limit: true,
      expires_at: "9999-01-01T00:00:00.000Z"
    }),
    key: expect.stringMatching(/^tg_sk_[0-9A-Za-z]{49}$/)
  })
  const { hash } = created.data
  expect(await json("keys", "get", hash)).toEqual(created.data)
  const listed = await json("keys", "list", "--q", "docs")
  expect(listed).toEqual({ data: [created.data], total_count: 1 })
  const changes = ["--limit", "null", "--metadata", "null", "--include-byok-in-limit=false", "--disabled"]
  const {
    created_by: _,
    external_id,
    is_management_key,
    is_read_only,
    last_used_at,
    metadata,
    ...before
  } = created.data
  expect(await json("keys", "update", hash, ...changes)).toEqual({
    ...before,
    limit: null,
    limit_remaining: null,
    include_byok_in_limit: false,
    disabled: true,
    updated_at: expect.any(String)
  })
  expect(await json("keys", "rotate", hash)).toEqual({
    data: expect.objectContaining({ hash, metadata: {} }),
    key: expect.stringMatching(/^tg_sk_/)
  })
  expect(await json("keys", "delete", hash)).toEqual({ deleted: true })
  expect(await run(["keys", "get", hash])).toEqual(refused(1, "The organization has no key with this hash."))
}

describe("the commands of a resource", () => {
  it.scopedLive("do in a database what the methods of the Promise API do, and print what they return", () =>
    Effect.gen(function* () {
      const { run } = yield* opened
      yield* Effect.promise(() => roundTrip(run))
    })
  )

  it.scopedLive("do the same on a server", () =>
    Effect.gen(function* () {
      const { file, managementKey, run } = yield* opened
      const atServer = yield* served(file, managementKey, run)
      yield* Effect.promise(() => roundTrip(atServer))
      const cards = { cards: [{ provider: "acme", model: "small", rates: { input: 1, output: 2 } }] }
      writeFileSync(join(file, "../prices.json"), JSON.stringify(cards))
      yield* Effect.promise(() => run(["prices", "import", "prices.json"]))
      const book = yield* Effect.promise(() => run(["prices", "list"]))
      expect(book.stdout).toMatch(/\nacme\/small +1 +2\n$/)
      expect(yield* Effect.promise(() => atServer(["prices", "list"]))).toEqual(book)
    })
  )

  it.scopedLive("show a record in lines, a list as a table, and a new key in the last line", () =>
    Effect.gen(function* () {
      const { organization, run } = yield* opened
      const created = yield* Effect.promise(() =>
        run(["keys", "create", "--name", "Docs assistant", "--limit", "5", "--organization", organization])
      )
      expect(created.stdout).toMatch(/^hash: +[0-9a-f]{64}\nname: +Docs assistant\n/)
      expect(created.stdout).toMatch(
        /\n\nThe last line is a secret\. It is shown only here\.\ntg_sk_[0-9A-Za-z]{49}\n$/
      )
      const hash = /[0-9a-f]{64}/.exec(created.stdout)?.[0] ?? ""
      const { stdout } = yield* Effect.promise(() => run(["keys", "list", "--sort", "name"]))
      expect(stdout.replaceAll(/ +$/gm, "").split("\n")).toEqual([
        `hash${" ".repeat(62)}name                  is              limit  left              usage  held`,
        `${hash}  Docs assistant                           $5    $5  ██████████     $0    $0`,
        expect.stringMatching(/^[0-9a-f]{64} {2}First management key {2}management key {6}- {5}- {17}\$0 {4}\$0$/),
        ""
      ])
    })
  )

  it.scopedLive("list a page and say how many records more there are, or list all of them", () =>
    Effect.gen(function* () {
      const { run } = yield* opened
      yield* Effect.promise(async () => {
        for (const slug of ["one", "two"]) await run(["workspaces", "create", "--name", slug, "--slug", slug])
      })
      const rows = async (...args: ReadonlyArray<string>) =>
        (await run(["workspaces", "list", ...args])).stdout.split("\n")
      const all = yield* Effect.promise(() => rows())
      expect(all).toHaveLength(5)
      expect(yield* Effect.promise(() => rows("--limit", "1"))).toEqual([
        expect.any(String),
        expect.stringContaining(all[1]?.slice(0, 41) ?? ""),
        "",
        "2 more. --all prints the whole list.",
        ""
      ])
      expect(yield* Effect.promise(() => rows("--limit", "1", "--all"))).toEqual(all)
      const { stdout } = yield* Effect.promise(() =>
        run(["workspaces", "list", "--all", "--limit", "2", "--offset", "1", "--json"])
      )
      expect(JSON.parse(stdout)).toMatchObject({ data: [{ slug: "one" }, { slug: "default" }], total_count: 3 })
      const none = yield* Effect.promise(() => run(["guardrails", "list"]))
      expect(none).toEqual({ code: 0, stderr: "", stdout: "There are none.\n" })
    })
  )

  it.scopedLive("act as the host, as the key in TOLLGATE_KEY, or as a gateway", () =>
    Effect.gen(function* () {
      const { gatewayKey, managementKey, organization, run } = yield* opened
      const as = (key: string, ...args: ReadonlyArray<string>) => run(args, { variables: { TOLLGATE_KEY: key } })
      const { stdout } = yield* Effect.promise(() => run(["keys", "create", "--name", "Docs", "--limit", "5"]))
      const key = stdout.trim().split("\n").at(-1) ?? ""
      const hold = yield* Effect.promise(() =>
        run(["holds", "authorize", "--model", "acme/small", "--amount", "1", "--json"], {
          input: `${key}\n`,
          variables: { TOLLGATE_KEY: gatewayKey }
        })
      )
      expect(hold.stderr).toBe("")
      const { data } = JSON.parse(hold.stdout)
      const settled = yield* Effect.promise(() => run(["holds", "settle", data.id, "--cost", "0.5", "--json"]))
      expect(JSON.parse(settled.stdout)).toMatchObject({ id: data.id, state: "settled", cost: 0.5 })
      const activity = yield* Effect.promise(() => as(key, "activity", "list", "--json"))
      expect(JSON.parse(activity.stdout)).toMatchObject({ data: [{ requests: 1, cost: 0.5 }] })
      const current = yield* Effect.promise(() => as(key, "keys", "current"))
      expect(current.stdout).toContain("\nlimit remaining: ")
      expect(yield* Effect.promise(() => as(key, "keys", "list"))).toEqual(
        refused(1, "Only management keys can perform this operation.")
      )
      expect(yield* Effect.promise(() => as(managementKey, "keys", "list", "--organization", organization))).toEqual(
        refused(
          2,
          "--organization cannot be combined with the key in TOLLGATE_KEY, which names the organization. Leave one of them out."
        )
      )
      for (const resource of ["keys", "activity"]) {
        expect(yield* Effect.promise(() => as("nonsense", resource, "list"))).toEqual(
          refused(
            1,
            "The key is unknown, malformed, disabled or expired. Set TOLLGATE_KEY to a key of this database, or remove it to act as the host."
          )
        )
      }
      expect(yield* Effect.promise(() => run(["keys", "list", "--organization", "nobody"]))).toEqual(
        refused(1, "The database has no organization with this id. Nothing was changed.")
      )
      expect(yield* Effect.promise(() => run(["keys", "list", "--url", "https://a.example"]))).toEqual(
        refused(2, "--url needs an API key in TOLLGATE_KEY.")
      )
      expect(yield* Effect.promise(() => as(managementKey, "keys", "list", "--url", "nonsense"))).toEqual(
        refused(2, "--url must be the address of a server, such as https://tollgate.example.")
      )
      const advice = "Start the server, or correct the address in --url."
      expect(yield* Effect.promise(() => as(managementKey, "keys", "list", "--url", "http://127.0.0.1:1"))).toEqual(
        refused(1, `listKeys: The server did not answer. ${advice}`)
      )
    })
  )
})
