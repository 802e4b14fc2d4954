import { afterAll, describe, expect, it } from "@effect/vitest"
import {
  createAuthorizationCode,
  Entropy,
  GatewayCaller,
  Memory,
  recordRequest,
  release,
  replaceImageModels,
  Usd,
  updateKey,
  updateWebhook
} from "@tollgate/core"
import { holdIdAt, ImageModelCatalog } from "@tollgate/core/storage"
import { BASE_PATH, type Operation, operations } from "@tollgate/http"
import { aTargetOf, filledWith, pathOf, pkce } from "@tollgate/testing"
import {
  aCatalog,
  aKeyPatch,
  anAuthorizationCode,
  anImageModel,
  aWebhookPatch,
  endedDelivery,
  openHold
} from "@tollgate/testing/accounts"
import { Clock, Context, DateTime, Effect, Exit, Redacted, Scope } from "effect"
import { acceptedKey, ask, bearer, json, openAccount, type Received, type Sent, serve } from "./account.js"
import { at, document, judge } from "./documentSchemas.js"

const UNKNOWN = "3f0e3a4e-52d8-4f5b-8a55-6d3f2f1d9f10"

/** How often a minute each key may ask, here: more often than an operation is tried below, and soon too often. */
const LIMIT = 12

const open = Effect.fnUntraced(function* (limit: number) {
  const account = yield* openAccount
  const within = Effect.provide(account.asManager)
  const stored = Effect.provide(account.stores)
  yield* replaceImageModels(aCatalog(anImageModel())).pipe(within, stored)
  const code = yield* createAuthorizationCode(anAuthorizationCode({ code_challenge: pkce.challenge })).pipe(
    within,
    stored
  )
  const { handler } = yield* serve(account.stores, limit)
  const send = (path: string, sent: Sent) => ask(handler, BASE_PATH + path, sent)
  const namedBy = (operation: Operation) => aTargetOf(operation).pipe(within, stored)
  const asGateway = Effect.provideService(GatewayCaller, { organizationId: null })
  /** The path of a hold that has ended. */
  const ended = Effect.flatMap(openHold, ({ id }) => release(id)).pipe(asGateway, within, stored)
  /** The same, in an organization whose counters have no room for its amount any more. */
  const endedBeyondRoom = Effect.gen(function* () {
    const hold = yield* ended
    const most = Array.from({ length: 9 }, () => 1e9)
    for (const cost of [...most, 223_372_036, 0.5, 0.25, 0.125]) {
      const id = holdIdAt(yield* Clock.currentTimeMillis, yield* Entropy.bytes(10))
      yield* Effect.ignore(recordRequest({ id, key_hash: account.hash, cost: Usd.fromNumber(cost) }))
    }
    return hold
  }).pipe(asGateway, stored)
  /** A delivery of a webhook that is disabled. */
  const undeliverable = Effect.tap(endedDelivery, ({ webhook_id }) =>
    updateWebhook(webhook_id, aWebhookPatch({ disabled: true }))
  ).pipe(within, stored)
  // Little enough for the amounts that the document proposes, and no more.
  yield* updateKey(account.hash, aKeyPatch({ limit: 1 })).pipe(within, stored)
  return {
    ...account,
    code: Redacted.value(code.id),
    ended,
    endedBeyondRoom,
    namedBy,
    send,
    snapshot: Effect.provide(Memory.snapshot, account.stores),
    undeliverable
  }
})

const opened = open(LIMIT)

const scope = Effect.runSync(Scope.make())
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

/** One service for all tries that change nothing: to open one takes longer than a try. */
const shared = open(0).pipe(Scope.extend(scope), Effect.cached, Effect.runSync)

const placeOf = ({ method, path }: Operation) => ["paths", `${BASE_PATH}${path}`, method.toLowerCase()]

/** All that the document would have us expect otherwise. */
const differences = (operation: Operation, { body, headers, status }: Received) => {
  const response = [...placeOf(operation), "responses", String(status)]
  const declared = Object.keys(Object(at(...response)["headers"]))
  const wrong: ReadonlyArray<unknown> = declared.flatMap<unknown>((name) => {
    const value = headers[name.toLowerCase()]
    const { required = false } = at(...response, "headers", name)
    if (value === undefined) return required === true ? [`no ${name}`] : []
    const { type } = at(...response, "headers", name, "schema")
    return judge(type === "integer" ? Number(value) : value, ...response, "headers", name, "schema")
  })
  const known = ["x-content-type-options", ...declared.map((name) => name.toLowerCase())]
  const undeclared = Object.keys(headers).filter((name) => /^(x-|retry|www)/.test(name) && !known.includes(name))
  return [...wrong, ...undeclared, ...judge(JSON.parse(body), ...response, "content", "application/json", "schema")]
}

/** What the document shows of a body: the first that it proposes. */
const shownBody = (operation: Operation): unknown => {
  const { example, examples } = at(...placeOf(operation), "requestBody", "content", "application/json")
  return example ?? Object(Object.values(Object(examples))[0]).value
}

const shownTarget = (operation: Operation) => {
  const parameters = Object.values(Object(at(...placeOf(operation))["parameters"])).map(Object)
  return Object.fromEntries(parameters.map(({ example, name }) => [name, String(example)]))
}

const requestOf = (operation: Operation, key: string | null, body: unknown): Sent => ({
  method: operation.method,
  headers: { ...(key !== null && bearer(key)), ...json },
  ...(operation.takesBody && { body: JSON.stringify(body) })
})

const inAnHour = Effect.map(DateTime.now, (now) => DateTime.formatIso(DateTime.add(now, { hours: 1 })))

/** Too much for any budget. */
const TOO_MUCH = { amount: 1e9 }

describe.each(operations)("$id, asked for real,", (operation) => {
  it.scoped("answers what the document says: status, headers and body", () =>
    Effect.gen(function* () {
      const { code, ended, endedBeyondRoom, hash, managementHash, namedBy, ordinaryKey, send, undeliverable, ...keys } =
        yield* opened
      const key = acceptedKey(operation, keys)
      const path = pathOf(operation, operation.path.includes("{") ? yield* namedBy(operation) : {})
      const unknownPath = pathOf(operation, filledWith(operation, UNKNOWN))
      const shown = shownBody(operation)
      const id = holdIdAt(yield* Clock.currentTimeMillis, yield* Entropy.bytes(10))
      const real = new Map<string, object>([
        ["exchangeCode", { code, code_verifier: pkce.verifier }],
        ["authorize", { ...Object(shown), key: ordinaryKey }],
        ["createBoost", { ...Object(shown), id: hash, window: "lifetime", until: yield* inAnHour }],
        ["recordRequest", { ...Object(shown), id, key_hash: hash }]
      ])
      const taken = real.get(operation.name) ?? shown
      const refuses = (tag: (typeof operation.refuses)[number]) => operation.refuses.includes(tag)
      const hold = { ...Object(taken), id }
      const asked: ReadonlyArray<readonly [string, string | null, unknown]> = [
        [path, key, taken],
        [path, ordinaryKey, taken],
        [path, keys.readOnlyKey, taken],
        ...(operation.access === "any key, else 403" ? [[path, keys.gatewayKey, taken] as const] : []),
        [path, null, taken],
        [path, "nonsense", taken],
        [path, key, { unknown: 1 }],
        [path, key, []],
        [`${path}?limit=0&workspace_id=x`, key, taken],
        [unknownPath, key, taken],
        [path, key, { ...Object(taken), workspace_id: UNKNOWN }],
        ...(refuses("LastManagementKey")
          ? [[pathOf(operation, { hash: managementHash }), key, { disabled: true }] as const]
          : []),
        ...(refuses("LastAdmin") ? [[pathOf(operation, { user_id: "owner" }), key, { role: "member" }] as const] : []),
        ...(operation.name === "listRuns" ? [[`${path}?parent=a&workspace_id=${UNKNOWN}`, key, taken] as const] : []),
        ...(operation.name === "openRun" ? [[path, key, {}] as const] : []),
        ...(operation.name === "stopRun" ? [[pathOf(operation, { path: "no-such-run/a" }), key, taken] as const] : []),
        ...(operation.id === "deleteWorkspace" ? [[pathOf(operation, { id: "default" }), key, taken] as const] : []),
        ...(refuses("WebhookDisabled")
          ? [
              [
                pathOf(
                  operation,
                  yield* Effect.map(undeliverable, ({ delivery_id, webhook_id: id }) => ({ id, delivery_id }))
                ),
                key,
                taken
              ] as const
            ]
          : []),
        ...(refuses("BudgetExceeded")
          ? [[path, key, { ...(operation.name === "authorize" && Object(taken)), ...TOO_MUCH }] as const]
          : []),
        ...(operation.name === "createBoost"
          ? [[path, key, shown] as const, [path, key, { ...Object(taken), usd: 1e9 }] as const]
          : []),
        ...(refuses("KeyRefused") && operation.name === "authorize" ? [[path, key, shown] as const] : []),
        ...(refuses("HoldConflict") && operation.name === "recordRequest"
          ? [
              [path, key, { ...hold, id: (yield* ended).id }] as const,
              [path, key, { ...hold, key_hash: "0".repeat(64) }] as const
            ]
          : []),
        ...(refuses("HoldConflict") && operation.name === "authorize"
          ? [[path, key, hold] as const, [path, key, hold] as const, [path, key, { ...hold, amount: 0.125 }] as const]
          : []),
        ...(refuses("CostTooLarge") && !refuses("InvalidInput")
          ? [[pathOf(operation, { id: (yield* endedBeyondRoom).id }), key, taken] as const]
          : []),
        ...((refuses("HoldEnded") && !refuses("HoldConflict")) || refuses("HoldNotSettled") || refuses("HoldNotUnknown")
          ? [[pathOf(operation, { ...(yield* namedBy(operation)), id: (yield* ended).id }), key, taken] as const]
          : []),
        ...Array.from(
          { length: operation.perMinute !== null && operation.statuses.includes(429) ? LIMIT : 0 },
          () => [path, key, taken] as const
        )
      ]
      const met = new Set<number>()
      for (const [path, key, body] of asked) {
        const answer = yield* send(path, requestOf(operation, key, body))
        met.add(answer.status)
        expect({ status: answer.status, wrong: differences(operation, answer) }).toEqual({
          status: answer.status,
          wrong: []
        })
        const { error } = JSON.parse(answer.body)
        if (error !== undefined)
          expect(String(at(...placeOf(operation))["description"])).toContain(`\`${error.metadata.reason}\``)
      }
      // Of its own failures there is a test elsewhere, and of the requests in flight.
      const elsewhere = operation.perMinute === null ? [429, 500] : [500]
      expect([...met].sort()).toEqual(operation.statuses.filter((status) => !elsewhere.includes(status)))
    })
  )

  it.scoped("changes nothing by what the document proposes to try, whatever it is tried on", () =>
    Effect.gen(function* () {
      // What it proposes to create is there then, and nothing else has changed. The page does not offer what replaces a whole.
      const stores = operation.statuses.includes(201) || operation.method === "PUT"
      const { send, snapshot, ...keys } = yield* stores ? opened : shared
      const before = yield* snapshot
      const body = shownBody(operation)
      const { status } = yield* send(
        pathOf(operation, shownTarget(operation)),
        requestOf(operation, acceptedKey(operation, keys), body)
      )
      expect(operation.statuses).toContain(status)
      if (status !== 201 && operation.method !== "PUT") expect(yield* snapshot).toEqual(before)
    })
  )
})

it.scoped("an internal failure is answered as the document says", () =>
  Effect.gen(function* () {
    const { managementKey, stores } = yield* openAccount
    const catalog = { ...Context.get(stores, ImageModelCatalog), list: () => Effect.die(new TypeError("a mistake")) }
    const { handler } = yield* serve(Context.add(stores, ImageModelCatalog, catalog))
    for (const operation of operations.filter(({ name }) => name === "listImageModels")) {
      const answer = yield* ask(handler, BASE_PATH + operation.path, requestOf(operation, managementKey, null))
      expect([answer.status, differences(operation, answer)]).toEqual([500, []])
    }
  })
)

it.scoped("a key that is changed as the document proposes stays as it is", () =>
  Effect.gen(function* () {
    const { hash, managementKey, send, snapshot } = yield* opened
    const [update] = operations.filter(({ name }) => name === "updateKey")
    if (update === undefined) throw new Error("no updateKey")
    const before = yield* snapshot
    const answer = yield* send(`/keys/${hash}`, requestOf(update, managementKey, shownBody(update)))
    expect([answer.status, yield* snapshot]).toEqual([200, before])
  })
)

it.scoped("a refusal of the protocol has the envelope that the document gives every error", () =>
  Effect.gen(function* () {
    const { hash, managementKey, send } = yield* opened
    const as = bearer(managementKey)
    const answers = [
      yield* send("/nowhere", { headers: as }),
      yield* send("/presets", { method: "PUT", headers: as }),
      yield* send(`/keys/${hash}`, { method: "PATCH", headers: { ...as, ...json }, body: " ".repeat(65_537) }),
      yield* send(`/keys/${hash}`, { method: "PATCH", headers: { ...as, "Content-Type": "text/plain" }, body: "{}" })
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 405, 413, 415])
    for (const { body, status } of answers) {
      const { error, ...beside } = JSON.parse(body)
      expect(document["x-protocol-refusals"]).toContainEqual({
        status,
        reason: error.metadata.reason,
        message: error.message
      })
      const read = { ...beside, error: { ...error, code: 404, message: "Resource not found" } }
      expect([error.code, judge(read, "components", "schemas", "NotFound")]).toEqual([status, []])
    }
  })
)
