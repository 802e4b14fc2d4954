import { describe, expect, it } from "@effect/vitest"
import { createGatewayKey, createOrganization } from "@tollgate/core"
import { BASE_PATH } from "@tollgate/http"
import { anOrganization } from "@tollgate/testing/accounts"
import { Effect, Redacted } from "effect"
import { api, ask, bearer, json, openAccount, send, serve } from "./account.js"

const opened = Effect.gen(function* () {
  const account = yield* openAccount
  const { handler, url } = yield* serve(account.stores, 0)
  const call = (method: string, path: string, fields?: object, key = account.managementKey, headers: object = {}) =>
    Effect.map(
      ask(handler, api(path), {
        method,
        headers: { ...bearer(key), ...(fields === undefined ? {} : json), ...headers },
        ...(fields === undefined ? {} : { body: JSON.stringify(fields) })
      }),
      ({ body, headers, status }) => ({ status, headers, body: JSON.parse(body) })
    )
  const other = yield* Effect.provide(
    createOrganization(anOrganization({ name: "Other", owner_user_id: "olga" })),
    account.stores
  )
  return { ...account, handler, url, call, other, otherKey: Redacted.value(other.key) }
})

/** Spellings of one path in a URL: percent-encoded octets are the octets that they encode. */
const spellings = [
  "job-7:a%2Fresearcher~1",
  "job-7:a%2fresearcher~1",
  "job-7%3Aa%2Fresearcher%7E1",
  "%6Aob-7:a%2Fresearcher~1",
  "job-7:a%2Fresearcher~1?workspace_id=null"
]

/** What is another path, or none. */
const others: Readonly<Record<string, string>> = {
  "job-7:a/researcher~1": "no_such_route",
  "job-7:a%252Fresearcher~1": "run_not_found",
  "job-7:a%2Fresearcher~1/": "no_such_route",
  "job-7:a%2F%2Fresearcher~1": "run_not_found",
  "%2Fjob-7:a%2Fresearcher~1": "run_not_found",
  "job-7:a%2Fresearcher~1%2F": "run_not_found",
  "JOB-7:a%2Fresearcher~1": "run_not_found",
  "job-7:a%5Cresearcher~1": "run_not_found",
  "job-7:a%2F..%2Fjob-7:a%2Fresearcher~1": "run_not_found",
  "...": "run_not_found",
  "..%2F..": "run_not_found"
}

describe("the path of a run", () => {
  it.scoped("is one segment of the URL, however its octets are escaped, on a socket and in a web handler", () =>
    Effect.gen(function* () {
      const { call, managementKey, url } = yield* opened
      yield* call("PUT", "/runs/job-7%3Aa", {})
      expect((yield* call("PUT", "/runs/job-7%3Aa%2Fresearcher~1", {})).status).toBe(201)
      for (const spelling of spellings) {
        const found = { status: 200, path: "job-7:a/researcher~1" }
        const { body, status } = yield* call("GET", `/runs/${spelling}`)
        expect({ spelling, status, path: body.data?.path }).toEqual({ spelling, ...found })
        const raw = yield* send(`${url}${BASE_PATH}/runs/${spelling}`, { headers: bearer(managementKey) })
        expect({ status: raw.status, path: JSON.parse(raw.body).data?.path }).toEqual(found)
      }
      for (const [spelling, reason] of Object.entries(others)) {
        const refused = { spelling, status: 404, reason }
        const { body, status } = yield* call("GET", `/runs/${spelling}`)
        expect({ spelling, status, reason: body.error?.metadata.reason }).toEqual(refused)
      }
    })
  )

  it.scoped("is refused as dots alone, which a URL parser would resolve to another address", () =>
    Effect.gen(function* () {
      const { call } = yield* opened
      for (const path of ["...", "a%2F.", "a%2F..", "..%2Fa"]) {
        const { body, status } = yield* call("PUT", `/runs/${path}`, {})
        expect({ path, status, issue: body.error.metadata.issues[0].path }).toEqual({
          path,
          status: 400,
          issue: ["path"]
        })
      }
      // The WHATWG URL Standard takes these for the segments "." and "..": the request is another one before it is sent.
      expect(new URL(`http://localhost${api("/runs/%2e%2E")}`).pathname).toBe(api("/"))
      expect((yield* call("PUT", "/runs/..", {})).status).toBe(404)
      expect((yield* call("PUT", "/runs/.", {})).status).toBe(404)
    })
  )

  it.scoped("has at most 8 names of 128 characters, all of which may be escaped", () =>
    Effect.gen(function* () {
      const { call } = yield* opened
      const names = Array.from({ length: 8 }, (_, at) => String(at).padStart(128, ":"))
      for (const at of names.keys()) {
        const path = names.slice(0, at + 1).join("/")
        expect((yield* call("PUT", `/runs/${encodeURIComponent(path)}`, {})).body.data.path).toBe(path)
      }
      const longest = encodeURIComponent(names.join("/")).replaceAll("0", "%30")
      expect((yield* call("GET", `/runs/${longest}`)).body.data.path).toBe(names.join("/"))
      expect((yield* call("PUT", `/runs/${encodeURIComponent([...names, "a"].join("/"))}`, {})).status).toBe(400)
      expect((yield* call("PUT", `/runs/${"a".repeat(129)}`, {})).status).toBe(400)
    })
  )
})

describe("PUT /runs/{path}", () => {
  it.scoped("answers 201 and 200 under an Idempotency-Key, too, and gives either again", () =>
    Effect.gen(function* () {
      const { call, managementKey } = yield* opened
      const put = (name: string) =>
        call("PUT", "/runs/job-7", { limit_usd: 5 }, managementKey, { "Idempotency-Key": name })
      const shown = ({ body, headers, status }: Effect.Effect.Success<ReturnType<typeof put>>) => ({
        status,
        repeated: body.repeated,
        replayed: headers["idempotency-replayed"]
      })
      expect(shown(yield* put("one"))).toEqual({ status: 201, repeated: false, replayed: "false" })
      expect(shown(yield* put("two"))).toEqual({ status: 200, repeated: true, replayed: "false" })
      expect(shown(yield* put("one"))).toEqual({ status: 201, repeated: false, replayed: "true" })
      expect(shown(yield* put("two"))).toEqual({ status: 200, repeated: true, replayed: "true" })
    })
  )
})

describe("the run of a hold", () => {
  const list = "a list of 1 to 8 runs, from the outermost to the run of the request"
  const wrong: ReadonlyArray<readonly [run: unknown, path: ReadonlyArray<number | string>, expected: unknown]> = [
    ["job-7", [], list],
    [[], [], list],
    [Array.from({ length: 9 }, () => ({ id: "a" })), [], list],
    [["job-7"], [0], "an object with the id of a run"],
    [[{ id: "a/b" }], [0, "id"], "1 to 128 of A-Z a-z 0-9 . _ : ~ @ -, not dots alone"],
    [[{ id: "a" }, { id: "b", foo: 1 }], [1, "foo"], expect.stringMatching(/^one of the fields "id" \| "limit_usd"/)],
    [[{ id: "a", limit_usd: "5" }], [0, "limit_usd"], "a number between 0 and 1000000000"],
    [[{ id: "a", max_requests: 1.5 }], [0, "max_requests"], expect.stringMatching(/whole number/)]
  ]

  it.scoped("is refused by the step and the field that are wrong, or as a list", () =>
    Effect.gen(function* () {
      const { call, gatewayKey, ordinaryKey } = yield* opened
      for (const [run, path, expected] of wrong) {
        const hold = { key: ordinaryKey, amount: 0.25, model: "acme/writer", run }
        const { body, status } = yield* call("POST", "/holds", hold, gatewayKey)
        const issues = [{ path: ["run", ...path], expected }]
        expect({ run, status, issues: body.error.metadata.issues }).toEqual({ run, status: 400, issues })
      }
    })
  )
})

describe("a gateway key of all organizations", () => {
  it.scoped("reads, stops and resumes the runs of the organization that it states, and opens none", () =>
    Effect.gen(function* () {
      const { call, gatewayKey, managementKey, otherKey, other } = yield* opened
      yield* call("PUT", "/runs/job-7", { limit_usd: 5 })
      yield* call("PUT", "/runs/job-7", { limit_usd: 6 }, otherKey)
      const theirs = { organization_id: other.organization.id }
      const query = `?organization_id=${theirs.organization_id}`
      const unnamed = { path: ["organization_id"], expected: expect.any(String) }
      for (const answer of [
        yield* call("GET", "/runs", undefined, gatewayKey),
        yield* call("GET", "/runs/job-7", undefined, gatewayKey),
        yield* call("POST", "/runs/job-7/stop", {}, gatewayKey),
        yield* call("POST", "/runs/job-7/resume", undefined, gatewayKey)
      ]) {
        expect([answer.status, answer.body.error.metadata.issues]).toEqual([400, [unnamed]])
      }
      const limitOf = (answer: { readonly body: { readonly data: { readonly limit_usd: number } } }) =>
        answer.body.data.limit_usd
      expect(limitOf(yield* call("GET", `/runs/job-7${query}`, undefined, gatewayKey))).toBe(6)
      const stop = { ...theirs, reason: "It loops." }
      expect((yield* call("POST", "/runs/job-7/stop", stop, gatewayKey)).body.data.state).toBe("stopped")
      expect((yield* call("GET", `/runs${query}&state=stopped`, undefined, gatewayKey)).body.total_count).toBe(1)
      expect((yield* call("GET", "/runs/job-7")).body.data.state).toBe("open")
      const { data } = (yield* call("GET", "/audit?action=runs.stopRun", undefined, otherKey)).body
      expect(data).toMatchObject([
        {
          actor_kind: "host",
          actor_hash: null,
          object: "job-7",
          changes: { reason: "It loops.", workspace_id: other.workspace.id }
        }
      ])
      expect((yield* call("POST", "/runs/job-7/resume", theirs, gatewayKey)).body.data.state).toBe("open")
      for (const method of ["PUT", "PATCH"]) {
        expect((yield* call(method, "/runs/job-7", theirs, gatewayKey)).status).toBe(403)
      }
      expect((yield* call("PUT", "/runs/job-8", theirs, managementKey)).status).toBe(400)
    })
  )

  it.scoped("has idempotency keys of its own in each organization", () =>
    Effect.gen(function* () {
      const { call, gatewayKey, organization, other, otherKey } = yield* opened
      const own = yield* call("POST", "/runs/job-7/stop", {}, undefined, { "Idempotency-Key": "stop" })
      const act = (verb: string, organization_id?: string, fields = {}) =>
        Effect.map(
          call("POST", `/runs/job-7/${verb}`, { organization_id, ...fields }, gatewayKey, { "Idempotency-Key": verb }),
          ({ body, headers, status }) => [
            status,
            body.data?.state ?? body.error.metadata.reason,
            headers["idempotency-replayed"]
          ]
        )
      expect(own.headers["idempotency-replayed"]).toBe("false")
      expect(yield* act("stop")).toEqual([400, "invalid_input", undefined])
      for (const id of [organization.id, other.organization.id]) {
        expect(yield* act("stop", id)).toEqual([200, "stopped", "false"])
        expect(yield* act("resume", id)).toEqual([200, "open", "false"])
        expect(yield* act("stop", id)).toEqual([200, "stopped", "true"])
        expect(yield* act("stop", id, { reason: "Other." })).toEqual([400, "idempotency_key_reused", undefined])
      }
      for (const key of [undefined, otherKey]) {
        expect((yield* call("GET", "/runs/job-7", undefined, key)).body.data.state).toBe("open")
      }
    })
  )

  it.scoped("of one organization finds those of no other one, whatever it states", () =>
    Effect.gen(function* () {
      const { call, otherKey, other, stores } = yield* opened
      const { organization } = other
      const { key } = yield* Effect.provide(createGatewayKey({ organization_id: organization.id }), stores)
      const gateway = Redacted.value(key)
      yield* call("PUT", "/runs/job-7", { limit_usd: 5 })
      expect((yield* call("GET", "/runs/job-7", undefined, gateway)).status).toBe(404)
      expect((yield* call("POST", "/runs/job-7/resume", undefined, gateway)).status).toBe(404)
      yield* call("POST", "/runs/job-7/stop", undefined, gateway)
      expect((yield* call("GET", "/runs/job-7")).body.data.state).toBe("open")
      expect((yield* call("GET", "/runs/job-7", undefined, otherKey)).body.data.state).toBe("stopped")
      expect((yield* call("GET", `/runs/job-7?organization_id=${organization.id}`)).status).toBe(400)
    })
  )
})
