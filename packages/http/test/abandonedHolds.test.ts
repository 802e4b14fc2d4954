import { describe, expect, it } from "@effect/vitest"
import type { Services } from "@tollgate/core"
import { holdIdAt, SpendingStore } from "@tollgate/core/storage"
import { Context, Deferred, Effect } from "effect"
import { api, bearer, json, openAccount, send, serve } from "./account.js"
import { message, wire } from "./wire.js"

const all = { organization_id: null, workspace_id: null, key_hash: null, state: null, flag: null, instance: null }

/** An account whose stores wait beside an admission until they may go on, and requests for holds of it. */
const opened = (when: "before" | "after") =>
  Effect.gen(function* () {
    const { gatewayKey, ordinaryKey, stores } = yield* openAccount
    const [reached, passing] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
    const pass = Effect.zipRight(Deferred.succeed(reached, undefined), Deferred.await(passing))
    const store = Context.get(stores, SpendingStore)
    const slow: Context.Context<Services> = Context.add(stores, SpendingStore, {
      ...store,
      admit: (admission) =>
        Effect.uninterruptible(
          when === "before"
            ? Effect.zipRight(pass, store.admit(admission))
            : Effect.zipLeft(store.admit(admission), pass)
        )
    })
    const bodyOf = (id?: string) =>
      JSON.stringify({ key: ordinaryKey, amount: 1, models: ["acme/writer"], ...(id === undefined ? {} : { id }) })
    const headers = { ...bearer(gatewayKey), ...json }
    const states = Effect.map(store.list(all, { limit: 10, offset: 0 }), ({ data }) => data.map(({ state }) => state))
    return { stores, slow, reached, headers, bodyOf, states, open: Deferred.succeed(passing, undefined) }
  })

const id = holdIdAt(
  Date.now(),
  Uint8Array.from({ length: 10 }, (_, index) => index)
)

const turn = Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))

const until = <E>(condition: Effect.Effect<boolean, E>): Effect.Effect<void, E> =>
  Effect.flatMap(condition, (isMet) => (isMet ? Effect.void : Effect.zipRight(turn, until(condition))))

/** Sends a request for a hold to a server, and leaves when the server has begun with it. */
const askAndLeave = (
  url: string,
  { bodyOf, headers, reached }: Effect.Effect.Success<ReturnType<typeof opened>>,
  id?: string
) =>
  Effect.gen(function* () {
    const client = yield* wire(url)
    const body = bodyOf(id)
    const lines = Object.entries({ ...headers, "Content-Length": body.length }).map((line) => line.join(": "))
    client.write(message("POST", api("/holds"), lines, body))
    yield* Deferred.await(reached)
    client.socket.resetAndDestroy()
    // The server has noticed it when it has answered others.
    yield* Effect.replicateEffect(send(`${url}/healthz`), 5)
  })

describe("A hold whose client has gone before the answer", () => {
  it.scopedLive("is released if the server has made its id", () =>
    Effect.gen(function* () {
      const account = yield* opened("after")
      const { url } = yield* serve(account.slow)
      yield* askAndLeave(url, account)
      expect(yield* account.states).toEqual(["open"])
      yield* account.open
      yield* until(Effect.map(account.states, ([state]) => state !== "open"))
      expect(yield* account.states).toEqual(["released"])
    })
  )

  for (const when of ["before", "after"] as const) {
    it.scopedLive(
      `stays open if the client named it, and another server answers its repetition ${when} this one notices`,
      () =>
        Effect.gen(function* () {
          const account = yield* opened(when)
          const { bodyOf, headers, states } = account
          const [one, other] = [yield* serve(account.slow), yield* serve(account.stores)]
          yield* askAndLeave(one.url, account, id)
          const again = yield* send(`${other.url}${api("/holds")}`, { method: "POST", headers, body: bodyOf(id) })
          expect([again.status, JSON.parse(again.body)]).toMatchObject(
            when === "before" ? [201, { repeated: false, data: { id } }] : [200, { repeated: true, data: { id } }]
          )
          yield* account.open
          yield* until(Effect.sync(() => one.logs.some((line) => line.includes("/holds"))))
          for (let turns = 0; turns < 20; turns++) yield* turn
          expect(yield* states).toEqual(["open"])
        })
    )
  }

  it.scopedLive("is released when a web request is aborted, unless the client named it", () =>
    Effect.gen(function* () {
      for (const [given, state] of [
        [undefined, "released"],
        [id, "open"]
      ] as const) {
        const { bodyOf, headers, open, reached, slow, states } = yield* opened("after")
        const { handler } = yield* serve(slow)
        const leaving = new AbortController()
        const init = { method: "POST", headers, body: bodyOf(given), signal: leaving.signal }
        const answering = handler(new Request(`http://localhost${api("/holds")}`, init))
        yield* Deferred.await(reached)
        leaving.abort()
        yield* open
        expect((yield* Effect.promise(() => answering)).status).toBe(499)
        expect(yield* states).toEqual([state])
      }
    })
  )
})
