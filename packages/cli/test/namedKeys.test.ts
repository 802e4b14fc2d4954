import { createServer } from "node:http"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Tollgate } from "@tollgate/node"
import { Effect } from "effect"
import type { Settings } from "./harness/command.js"
import { withDatabase } from "./harness/database.js"
import { runHere } from "./harness/here.js"
import { temporaryFolder } from "./harness/stores.js"

/** A database with three keys, two of which have one name, and what the requests of the first have cost. */
const opened = Effect.gen(function* () {
  const cwd = yield* temporaryFolder
  const run = (args: ReadonlyArray<string>, settings?: Settings) =>
    Effect.promise(() => runHere(args, { cwd, ...settings }))
  const { stdout } = yield* run(["init"])
  const [, organization = "", managementKey = "", gatewayKey = ""] =
    /^Organization {4}(\S+)\nManagement key {2}(\S+)\nGateway key {5}(\S+)\n/.exec(stdout) ?? []
  const file = join(cwd, "tollgate.db")
  const made = yield* Effect.promise(async () => {
    await using gate = await Tollgate.open({ file })
    const { keys } = gate.asOrganization(organization)
    const [docs, one, other] = [
      await keys.create({ name: "Docs assistant" }),
      await keys.create({ name: "Twin" }),
      await keys.create({ name: "Twin" })
    ]
    const { data } = await gate.spending.authorize({ key: docs.key, amount: 1, model: "acme/writer" })
    return { docs: docs.data.hash, twins: [one.data.hash, other.data.hash], hold: data.id }
  })
  return { ...made, cwd, file, gatewayKey, managementKey, run }
})

const served = Effect.fnUntraced(function* (file: string) {
  const asked: Array<string> = []
  const gate = yield* Effect.acquireRelease(
    Effect.promise(() => Tollgate.open({ file })),
    (gate) => Effect.promise(() => gate.close())
  )
  const handler = gate.nodeHandler()
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url?.replace("/api/v1", "")}`)
    handler(request, response)
  })
  yield* Effect.acquireRelease(
    Effect.promise(() => new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))),
    () => Effect.promise(() => new Promise((closed) => server.close(closed)))
  )
  const address = server.address()
  return { asked, url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}` }
})

const refused = (code: number, stderr: unknown) => ({ code, stdout: "", stderr })

const PAGE = "limit=21"

const nowhere = "There is no API key with this hash, this beginning of a hash (8 or more digits), or this name.\n"
const noHash = "A key is changed by its hash, or the first 8 or more digits of it, and not by its name.\n"

describe("a key", () => {
  it.scopedLive("is read by its hash, its first digits as they are printed, or its name", () =>
    Effect.gen(function* () {
      const { docs, hold, run } = yield* opened
      const hashOf = (name: string) =>
        Effect.map(run(["keys", "get", name, "--json"]), ({ stdout }) => JSON.parse(stdout).hash)
      for (const name of [docs, docs.slice(0, 12), docs.slice(0, 8), "Docs assistant"]) {
        expect([name, yield* hashOf(name)]).toEqual([name, docs])
        const { stdout } = yield* run(["holds", "list", "--key-hash", name, "--json"])
        expect(JSON.parse(stdout)).toMatchObject({ data: [{ id: hold }], total_count: 1 })
      }
    })
  )

  it.scopedLive("is changed, rotated and deleted by its hash or its first digits, and not by its name", () =>
    Effect.gen(function* () {
      const { docs, run } = yield* opened
      for (const command of [["update", "--disabled"], ["rotate"], ["delete"]]) {
        const [method = "", ...flags] = command
        for (const name of ["Docs assistant", "0123456"]) {
          expect(yield* run(["keys", method, name, ...flags])).toEqual(refused(1, noHash))
        }
        expect(yield* run(["keys", method, docs.slice(0, 12), ...flags])).toMatchObject({ code: 0, stderr: "" })
      }
      expect(yield* run(["keys", "get", docs.slice(0, 12)])).toEqual(refused(1, nowhere))
    })
  )

  it.scopedLive("is asked for again if several are meant, which are listed", () =>
    Effect.gen(function* () {
      const { cwd, docs, file, run, twins } = yield* opened
      const two = twins.toReversed().map((hash) => `  ${hash}  Twin\n`)
      expect(yield* run(["keys", "get", "Twin"])).toEqual(
        refused(1, `Several API keys match. Give the hash of one of them:\n${two.join("")}`)
      )
      // Two hashes with the same beginning are made by hand: chance does not bring them about.
      const near = docs.slice(0, 63) + (docs.endsWith("0") ? "1" : "0")
      const [twin = ""] = twins
      withDatabase(file, (database) => database.exec(`UPDATE api_keys SET hash = '${near}' WHERE hash = '${twin}'`))
      const deleted = yield* run(["keys", "delete", docs.slice(0, 8)], { cwd })
      expect(deleted).toEqual(refused(1, expect.stringMatching(/^Several API keys match\./)))
      expect(deleted.stderr.match(/[0-9a-f]{64}/g)?.toSorted()).toEqual([docs, near].toSorted())
      expect(yield* run(["keys", "delete", docs])).toMatchObject({ code: 0, stderr: "" })
    })
  )

  it.scopedLive("is found at a server by one request, which a whole hash does not need", () =>
    Effect.gen(function* () {
      const { docs, file, gatewayKey, managementKey, run } = yield* opened
      const { asked, url } = yield* served(file)
      const during = (key: string, ...args: ReadonlyArray<string>) =>
        Effect.map(run([...args, "--url", url], { variables: { TOLLGATE_KEY: key } }), (ended) => ({
          ...ended,
          asked: asked.splice(0)
        }))
      const get = `GET /keys/${docs}`
      expect((yield* during(managementKey, "keys", "get", docs)).asked).toEqual([get])
      expect((yield* during(managementKey, "keys", "get", docs.slice(0, 9))).asked).toEqual([
        `GET /keys?${PAGE}&hash_prefix=${docs.slice(0, 9)}`,
        get
      ])
      expect((yield* during(managementKey, "keys", "get", "Docs assistant")).asked).toEqual([
        `GET /keys?${PAGE}&name=Docs+assistant`,
        get
      ])
      expect((yield* during(managementKey, "keys", "get", "null")).stderr).toBe(nowhere)
      const { stderr } = yield* during(gatewayKey, "holds", "list", "--key-hash", docs.slice(0, 12))
      expect(stderr).toBe("Only the host and management keys find a key by anything but its whole hash. State that.\n")
    })
  )
})
