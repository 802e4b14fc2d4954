import { afterAll, describe, expect, it } from "@effect/vitest"
import * as Core from "@tollgate/core"
import { type Operation, operations } from "@tollgate/http"
import {
  aCatalog,
  aGuardrail,
  aKey,
  aMember,
  anAuthorizationCode,
  anImageModel,
  aPreset,
  aTargetOf,
  bodiesOf,
  keyHashes,
  members,
  pathOf,
  pkce,
  type Target,
  TestAccount
} from "@tollgate/testing"
import { Effect, Exit, Layer, Record, Redacted, Scope } from "effect"
import { LONG } from "../../../test/limits.js"
import { runs } from "../../../test/runs.js"
import { type Received, type Sent, Wire } from "./harness/http.js"
import { serverOver } from "./harness/server.js"
import { everyStorage } from "./harness/stores.js"

interface Account extends Effect.Effect.Success<ReturnType<typeof TestAccount.make>> {}

/** All of an answer but what is another with every answer, as the instant of an overview. */
const comparable = ({ body, headers: { date, "x-request-id": id, ...headers }, status }: Received) => {
  expect([date, id]).toEqual([expect.any(String), expect.stringMatching(/^[0-9a-f-]{36}$/)])
  return { status, headers, body: body.replace(/^\{"data":\{"at":"[^"]+"/, '{"data":{"at":"?"') }
}

/** A server over the stores for all tests of a storage: each makes two organizations of its own in it. */
const served = (stores: (typeof everyStorage)[number]["stores"]) => {
  const scope = Effect.runSync(Scope.make())
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  return Effect.gen(function* () {
    const built = yield* Layer.build(stores)
    return { built, url: yield* serverOver(built) }
  }).pipe(Scope.extend(scope), Effect.cached, Effect.runSync)
}

const start = (server: ReturnType<typeof served>) =>
  Effect.gen(function* () {
    const { built, url } = yield* server
    const ours = yield* Effect.provide(TestAccount.make(), built)
    const theirs = yield* Effect.provide(TestAccount.make(), built)
    const wire = yield* Effect.acquireRelease(
      Effect.sync(() => new Wire()),
      (wire) => Effect.sync(() => wire.close())
    )
    const gatewayOf = ({ organization }: Account) =>
      Effect.provide(Core.createGatewayKey({ organization_id: organization.id }), built)
    const gateways = new Map([
      [ours, (yield* gatewayOf(ours)).key],
      [theirs, (yield* gatewayOf(theirs)).key]
    ])
    /** With the organization's gateway key where an operation takes no other, else with its management key. */
    const as =
      (account: Account) =>
      (path: string, sent: Sent = {}, { access }: Partial<Operation> = {}) => {
        const gateway = access === "gateway, else 403" ? gateways.get(account) : undefined
        const key = Redacted.value(gateway ?? account.managementKey)
        return Effect.promise(async () => comparable(await wire.send(url + path, { ...sent, key })))
      }
    const inTheirs = <A, E>(program: Effect.Effect<A, E, Core.ManagementCaller | Core.Caller | Core.Services>) =>
      Effect.provide(Effect.provide(program, theirs.asManager), built)
    return { inTheirs, asUs: as(ours), asThem: as(theirs) }
  })

/** The same names with the last digits of an id changed: well formed and unknown. */
const unknown = (target: Target): Target =>
  Record.map(target, (name) => name.replace(/[0-9a-f]{8}$/, (end) => (end === "00000000" ? "11111111" : "00000000")))

/** Bodies that an operation takes, and bodies that it does not. */
const bodies = (operation: Operation): ReadonlyArray<string | undefined> => {
  const taken = bodiesOf(operation, runs(2, 12))
  return taken.length === 0 ? [undefined] : [...taken, "{}", '{"unknown":1}']
}

const naming = operations.filter(({ path }) => path.includes("{"))
/** Changes of what each organization has one of. */
const changingTheOne = operations.filter(({ method, path }) => method === "PATCH" && !path.includes("{"))
/** The caller's own key and its requests, of which a management key has none, and the price book of the server, which no organization can change. */
const ofNoOther = ["getCurrentKey", "listOwnBudgetRequests", "listPrices"]
const reading = operations.filter(
  ({ method, name, path }) => method === "GET" && !path.includes("{") && !ofNoOther.includes(name)
)

/** A key and a member that are assigned to a guardrail. */
const assigned = Effect.gen(function* () {
  const { data } = yield* Core.createKey(aKey())
  const { user_id } = yield* Core.addOrganizationMember(aMember("a-stranger"))
  const { id } = yield* Core.createGuardrail(aGuardrail())
  yield* Core.assignKeys(id, keyHashes(data.hash))
  yield* Core.assignMembers(id, members(user_id))
})

const exchange = (code: string): Sent => ({ method: "POST", body: { code, code_verifier: pkce.verifier } })

describe.each(everyStorage)("over $storage, to another organization", ({ stores }) => {
  const server = served(stores)

  it.scopedLive.each(naming)(
    "what exists answers byte for byte as what does not: $id",
    (operation) =>
      Effect.gen(function* () {
        const { asThem, asUs, inTheirs } = yield* start(server)
        const target = yield* inTheirs(aTargetOf(operation))
        expect(unknown(target)).not.toEqual(target)
        const statuses = new Set<number>()
        for (const body of bodies(operation)) {
          for (const query of operation.method === "GET" ? ["", "?limit=1", "?limit=0"] : [""]) {
            const sent = { method: operation.method, body }
            const absent = yield* asUs(pathOf(operation, unknown(target)) + query, sent, operation)
            const theirs = yield* asUs(pathOf(operation, target) + query, sent, operation)
            expect({ sent, query, ...theirs }).toEqual({ sent, query, ...absent })
            statuses.add(absent.status)
          }
        }
        // A run is opened and stopped by its path, but not below one that does not exist.
        const isCreating = operation.name === "openRun" || operation.name === "stopRun"
        const met = [...statuses].filter((status) => status !== 400)
        if (isCreating) expect([404, 409]).toEqual(expect.arrayContaining(met))
        else expect(met).toEqual([404])
        // They themselves find it still, as it was.
        // The others state a workspace that they do not have.
        const body = operation.resource === "runs" && operation.takesBody ? "{}" : bodies(operation)[0]
        const found = yield* asThem(pathOf(operation, target), { method: operation.method, body }, operation)
        expect([401, 403, 404]).not.toContain(found.status)
      }),
    LONG
  )

  it.scopedLive("a code is refused like an unknown one, however often, and works for its own organization", () =>
    Effect.gen(function* () {
      const { asThem, asUs, inTheirs } = yield* start(server)
      const issued = yield* inTheirs(
        Core.createAuthorizationCode(anAuthorizationCode({ code_challenge: pkce.challenge }))
      )
      const code = Redacted.value(issued.id)
      const absent = yield* asUs("/auth/keys", exchange("A".repeat(43)))
      expect(absent.status).toBe(400)
      for (let i = 0; i < 6; i++) expect(yield* asUs("/auth/keys", exchange(code))).toEqual(absent)
      expect((yield* asThem("/auth/keys", exchange(code))).status).toBe(200)
    })
  )

  it.scopedLive(
    "every list is byte for byte what it was before anything of theirs existed",
    () =>
      Effect.gen(function* () {
        const { asThem, asUs, inTheirs } = yield* start(server)
        const asked = reading.flatMap(({ path }) => ["", "?limit=1&offset=1"].map((query) => path + query))
        const answers = Effect.forEach(asked, (path) => Effect.map(asUs(path), (answer) => ({ path, ...answer })))
        const before = yield* answers
        const theirLists = Effect.forEach(reading, ({ path }) =>
          Effect.map(asThem(path), ({ body }) => ({ path, body }))
        )
        const theirs = yield* theirLists
        yield* Effect.forEach(naming, (operation) => inTheirs(aTargetOf(operation)))
        yield* Effect.forEach(changingTheOne, (operation) =>
          Effect.forEach(bodies(operation), (body) =>
            asThem(operation.path, { method: operation.method, body }, operation)
          )
        )
        yield* inTheirs(Core.createPreset(aPreset()))
        yield* inTheirs(assigned)
        yield* inTheirs(Core.replaceImageModels(aCatalog(anImageModel())))
        expect(yield* answers).toEqual(before)
        // Each of their own has changed, so it would show.
        const now = yield* theirLists
        expect(now.filter(({ body }, i) => body === theirs[i]?.body)).toEqual([])
      }),
    LONG
  )
})
