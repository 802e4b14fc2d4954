import { createServer } from "node:http"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "@effect/vitest"
import * as Core from "@tollgate/core"
import { type Operation, operations, runProgram } from "@tollgate/http"
import { Tollgate } from "@tollgate/node"
import { aKey, aTargetOf, bodiesOf, parametersOf, pathOf, type Target, TestAccount } from "@tollgate/testing"
import { Context, Effect, Exit, Layer, Option, Redacted, Schema, Scope } from "effect"
import { promiseMethods } from "../../../scripts/operationsTable.mjs"
import { LONG } from "../../../test/limits.js"
import { runs } from "../../../test/runs.js"
import { resourceWordOf, wordOf } from "../dist/operations/words.js"
import { runHere } from "./harness/here.js"
import { type Received, type Sent, Wire } from "./harness/http.js"
import { serverOver } from "./harness/server.js"
import { everyStorage, temporaryFolder } from "./harness/stores.js"

/** What a management key may call: no other operation reads or changes anything for it. */
const ofManagers = operations.filter(({ access }) => /^any |management/.test(access))
const reading = ofManagers.filter(({ changes }) => !changes)
/** It takes ordinary keys alone, and refuses every management key with a reason of its own. */
const ofOrdinaryKeys = "createBudgetRequest"
const changing = ofManagers.filter(({ changes, name }) => changes && name !== ofOrdinaryKeys)

const refused = {
  error: { code: 403, message: "A read-only key cannot change anything", metadata: { reason: "read_only" } },
  user_id: "owner"
}

/** All of an answer but what is another with every answer, as the instant of an overview, and the time of a key's last use, which no change stores. */
const comparable = ({ body, headers: { date, "x-request-id": id, ...headers }, status }: Received) => {
  expect([date, id]).toEqual([expect.any(String), expect.stringMatching(/^[0-9a-f-]{36}$/)])
  const { "content-length": _, ...others } = headers
  const same = body.replace(/^\{"data":\{"at":"[^"]+"/, '{"data":{"at":"?"')
  return { status, headers: others, body: same.replaceAll(/"last_used_at":(null|"[^"]+")/g, '"last_used_at":"?"') }
}

/** A server over the stores for all tests of a storage. */
const served = (stores: (typeof everyStorage)[number]["stores"]) => {
  const scope = Effect.runSync(Scope.make())
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  return Effect.gen(function* () {
    const built = yield* Layer.build(stores)
    return { built, url: yield* serverOver(built) }
  }).pipe(Scope.extend(scope), Effect.cached, Effect.runSync)
}

/** An account with a read-only key: over HTTP by either key, and as the caller of programs. */
const start = (server: ReturnType<typeof served>) =>
  Effect.gen(function* () {
    const { built, url } = yield* server
    const account = yield* Effect.provide(TestAccount.make(), built)
    const inAccount = <A, E>(program: Effect.Effect<A, E, Core.ManagementCaller | Core.Caller | Core.Services>) =>
      Effect.provide(Effect.provide(program, account.asManager), built)
    const { key } = yield* inAccount(Core.createKey(aKey({ name: "Finance", management: true, read_only: true })))
    const reader = yield* Effect.provide(Effect.flatMap(Core.authenticate(key), Core.requireManagement), built)
    const asReader = Context.make(Core.Caller, reader).pipe(
      Context.add(Core.ManagementCaller, reader),
      Context.add(Core.LedgerCaller, reader),
      Context.merge(built)
    )
    const wire = yield* Effect.acquireRelease(
      Effect.sync(() => new Wire()),
      (wire) => Effect.sync(() => wire.close())
    )
    const by =
      (secret: Redacted.Redacted) =>
      (path: string, sent: Sent = {}) =>
        Effect.promise(async () => comparable(await wire.send(url + path, { ...sent, key: Redacted.value(secret) })))
    return { asReader, byManager: by(account.managementKey), byReader: by(key), inAccount }
  })

/** The decoded input of an operation's program. */
const inputOf = (operation: Operation, target: Target, body: string | undefined) =>
  Effect.map(
    Option.match(operation.endpoint.payloadSchema, {
      onNone: () => Effect.succeed({}),
      onSome: (schema) =>
        Effect.map(Schema.decodeUnknown(Schema.make(schema.ast))(JSON.parse(body ?? "{}")), (payload) => ({ payload }))
    }),
    (rest) => ({ path: target, ...rest })
  )

/** The answers of every list, also of the audit log: all that a change would show in. */
const listed = reading.filter(({ name, path }) => !path.includes("{") && name !== "getCurrentKey")

const withBodies = (operation: Operation): ReadonlyArray<string | undefined> => {
  const bodies = bodiesOf(operation, runs(2, 12))
  return bodies.length === 0 ? [undefined] : bodies
}

describe.each(everyStorage)("over $storage, a read-only key", ({ stores }) => {
  const server = served(stores)

  it.scopedLive("has operations to read, and others that change something", () =>
    Effect.sync(() => {
      expect(reading.length).toBeGreaterThan(20)
      expect(changing.length).toBeGreaterThan(30)
      for (const { id, statuses } of changing)
        expect({ id, has403: statuses.includes(403) }).toEqual({ id, has403: true })
    })
  )

  it.scopedLive.each(reading)("reads what a management key reads: $id", (operation) =>
    Effect.gen(function* () {
      const { byManager, byReader, inAccount } = yield* start(server)
      const path = pathOf(operation, operation.path.includes("{") ? yield* inAccount(aTargetOf(operation)) : {})
      // A list gives all entries their numbers, which the chain would show a moment later.
      expect((yield* byManager("/audit")).status).toBe(200)
      const answer = yield* byReader(path)
      if (operation.name === "getCurrentKey") {
        expect(JSON.parse(answer.body).data).toMatchObject({ name: "Finance", is_read_only: true })
        return
      }
      expect(answer.status).toBe(200)
      expect(answer).toEqual(yield* byManager(path))
    })
  )

  it.scopedLive(
    "changes nothing: every other operation is refused over HTTP, whatever its input, and as a program",
    () =>
      Effect.gen(function* () {
        const { asReader, byManager, byReader, inAccount } = yield* start(server)
        const targets = yield* Effect.forEach(changing, (operation) =>
          operation.path.includes("{") ? inAccount(aTargetOf(operation)) : Effect.succeed({})
        )
        const state = Effect.forEach(listed, ({ path }) =>
          Effect.map(byManager(path), (answer) => ({ path, ...answer }))
        )
        const before = yield* state
        for (const [at, operation] of changing.entries()) {
          const { id, method, takesBody } = operation
          const target = targets[at] ?? {}
          for (const body of [...withBodies(operation), ...(takesBody ? ["{}", '{"unknown":1}', "{"] : [])]) {
            for (const headers of [{}, { "Idempotency-Key": `${id} ${body?.length}` }]) {
              const answer = yield* byReader(pathOf(operation, target), { method, body, headers })
              expect({ id, body, status: answer.status, answer: JSON.parse(answer.body) }).toEqual({
                ...{ id, body, status: 403 },
                answer: refused
              })
            }
          }
          for (const body of withBodies(operation)) {
            const program = runProgram(operation)(yield* inputOf(operation, target, body))
            const refusal = yield* Effect.flip(Effect.provide(program as typeof program & Ran, asReader))
            expect({ id, refusal }).toEqual({ id, refusal: new Core.ReadOnlyKey() })
          }
        }
        expect(yield* state).toEqual(before)
      }),
    LONG
  )

  it.scopedLive("is given no answer that a management key was given under an Idempotency-Key", () =>
    Effect.gen(function* () {
      const { byManager, byReader } = yield* start(server)
      const sent = { method: "POST", body: { name: "Twin" }, headers: { "Idempotency-Key": "twin" } }
      const made = yield* byManager("/keys", sent)
      expect(made.status).toBe(201)
      const answer = yield* byReader("/keys", sent)
      expect([answer.status, JSON.parse(answer.body)]).toEqual([403, refused])
      const again = yield* byManager("/keys", sent)
      expect([again.body, again.headers["idempotency-replayed"]]).toEqual([made.body, "true"])
    })
  )
})

/** A value for each parameter of a path. That of any other is a UUID. */
const valueOf: Readonly<Record<string, string>> = {
  ...{ hash: "0".repeat(64), interval: "daily", path: "agents", slug: "support", user_id: "ada" }
}
const UUID = "01a19467-e800-7cc3-98c4-dc0c0c07398f"

const methods = await promiseMethods()
/** It has no command of its own: `runs set` opens a run, too. */
const withoutCommand = "openRun"

/** The words of an operation's command. */
const commandOf = ({ name, resource }: Operation) => {
  const method = methods.get(`${resource}.${name}`) ?? ""
  const [group = "", word = ""] = method
    .replace("runs.update", "runs.set")
    .replace(/^(?:spending|budgets)\.(?=runs\.|boosts\.|requests\.)/, "")
    .split(".")
  return [resourceWordOf(group), wordOf(word)]
}

describe("by command, a read-only key", () => {
  it.scopedLive(
    "reads from a server, and every command that changes something says why it does not",
    () =>
      Effect.gen(function* () {
        const cwd = yield* temporaryFolder
        const gate = yield* Effect.acquireRelease(
          Effect.promise(() => Tollgate.open({ file: join(cwd, "tollgate.db") })),
          (gate) => Effect.promise(() => gate.close())
        )
        const server = createServer(gate.nodeHandler())
        yield* Effect.acquireRelease(
          Effect.promise(() => new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))),
          () => Effect.promise(() => new Promise((closed) => server.close(closed)))
        )
        const address = server.address()
        const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`
        const manager = yield* Effect.promise(() => gate.createOrganization({ name: "Acme", owner_user_id: "owner" }))
        const run = (key: string, args: ReadonlyArray<string>, input = "") =>
          Effect.promise(() => runHere([...args, "--url", url], { cwd, input, variables: { TOLLGATE_KEY: key } }))
        const creation = ["keys", "create", "--name", "Finance", "--management", "--read-only", "--json"]
        const created = yield* run(manager.key, creation)
        expect({ code: created.code, stderr: created.stderr }).toEqual({ code: 0, stderr: "" })
        const { data, key } = JSON.parse(created.stdout)
        expect(data).toMatchObject({ is_management_key: true, is_read_only: true })
        const before = yield* run(manager.key, ["audit", "list", "--json"])
        for (const args of [
          ["keys", "list"],
          ["keys", "budgets", data.hash],
          ["audit", "list"]
        ])
          expect({ args, ...(yield* run(key, args)) }).toEqual({ args, ...(yield* run(manager.key, args)) })

        const told = "The management key is read-only: it cannot change anything.\n"
        for (const operation of changing.filter(({ name }) => name !== withoutCommand)) {
          const command = commandOf(operation)
          const [body = ""] = bodiesOf(operation, 1)
          const input = operation.takesBody ? ["--input", "-"] : []
          const names = parametersOf(operation).map((name) => valueOf[name] ?? UUID)
          const answer = yield* run(key, [...command, ...names, ...input], body)
          expect({ command, ...answer }).toEqual({ command, code: 1, stdout: "", stderr: told })
        }
        expect((yield* run(manager.key, ["audit", "list", "--json"])).stdout).toBe(before.stdout)
      }),
    LONG
  )
})

/** A program that has all that it requires from the caller and the stores. */
type Ran = Effect.Effect<unknown, unknown, Core.Caller | Core.LedgerCaller | Core.ManagementCaller | Core.Services>
