import { describe, expect, it } from "@effect/vitest"
import { METRICS_TYPE, Metrics, type Services } from "@tollgate/core"
import { families } from "@tollgate/core/storage"
import { ListenFailed, MetricsServer, NodeServer, TollgateApp } from "@tollgate/http"
import { Context, Effect, Exit, Layer, Scope } from "effect"
import parse from "parse-prometheus-text-format"
import { api, bearer, json, openAccount, send } from "./account.js"
import { exchange } from "./wire.js"

const local = { host: "127.0.0.1", port: 0 }

/** A server and its metrics, over an account in memory. */
const measured = (stores: Context.Context<Services>) =>
  Layer.merge(Layer.provide(NodeServer.layer(local), TollgateApp.layer), MetricsServer.layer(local)).pipe(
    Layer.provide(Layer.succeedContext(stores)),
    Layer.provide(Metrics.layer),
    Layer.build,
    Effect.map((built) => ({
      url: Context.get(built, NodeServer).url,
      page: Context.get(built, MetricsServer).url
    }))
  )

const label = String.raw`[a-z_]+="(?:[^"\\\n]|\\["\\n])*"`
const line = new RegExp(String.raw`^[a-z_]+(?:\{${label}(?:,${label})*\})? (?:[-+0-9.e]+|\+Inf|-Inf|NaN)$`)

/** Reads a page by the parser of a library, after a look at each line: the parser is lenient. */
const read = (page: string) => {
  expect(page.endsWith("\n")).toBe(true)
  const lines = page.slice(0, -1).split("\n")
  const samples = lines.filter((text) => !/^# (HELP|TYPE) [a-z_]+ \S.*$/.test(text))
  expect(samples.filter((text) => !line.test(text))).toEqual([])
  const named = samples.map((text) => text.slice(0, text.lastIndexOf(" ")))
  expect(new Set(named).size).toBe(named.length)
  return parse(page)
}

/** The samples of a page by their names. The parser merges histograms with labels into one, unless it does not know that they are. */
const samplesIn = (page: string) => {
  const found = parse(page.replaceAll(/^# TYPE \w+ histogram\n/gm, ""))
  return (name: string) => found.flatMap((family) => (family.name === name ? family.metrics : []))
}

/** What is not in a server of this kind. */
const elsewhere: ReadonlyArray<unknown> = [families.queue, families.commits, families.logSize, families.retries]

/** Every kind of request, so that each metric has something to show. */
const requests = ({ gatewayKey, hash, managementKey, ordinaryKey }: Effect.Effect.Success<typeof openAccount>) => {
  const spending = { ...bearer(gatewayKey), ...json }
  const post = (path: string, body: unknown) => ({
    path,
    method: "POST",
    headers: spending,
    body: JSON.stringify(body)
  })
  return [
    { path: "/keys/current" },
    { path: `/keys/${hash}`, headers: bearer(managementKey) },
    { path: `/keys/${hash}`, headers: bearer(managementKey) },
    { path: `/keys/${hash}`, headers: bearer(ordinaryKey) },
    { path: `/keys/${"0".repeat(64)}`, headers: bearer(managementKey) },
    post("/holds", { key: ordinaryKey, amount: 2, model: "acme/writer" }),
    post("/holds", { key: ordinaryKey, usage: { input: 5 }, model: "acme/writer", provider: "openai" }),
    post("/holds", { key: ordinaryKey, amount: 1.5, model: "acme/writer" }),
    // The rules that were kept for the requests before may be out of date, so this one is judged twice and counted once.
    post("/holds", { key: ordinaryKey, usage: { input: 5 }, model: "acme/writer" })
  ]
}

describe("The metrics of a server", () => {
  it.scoped("are read by a parser of Prometheus' text format, and measure each request by its route", () =>
    Effect.gen(function* () {
      const account = yield* openAccount
      const { page, url } = yield* measured(account.stores)
      const answers = yield* Effect.forEach(requests(account), ({ path, ...sent }) => send(url + api(path), sent))
      expect(answers.map(({ status }) => status)).toEqual([401, 200, 200, 403, 404, 201, 400, 201, 400])
      const settled = yield* send(`${url + api("/holds")}/${JSON.parse(answers[5]?.body ?? "").data.id}/settle`, {
        method: "POST",
        headers: { ...bearer(account.gatewayKey), ...json },
        body: JSON.stringify({ cost: 0.25, basis: "provider" })
      })
      expect(settled.status).toBe(200)
      for (const path of ["/healthz", "/readyz", "/nowhere", "/nowhere"]) yield* send(url + path)
      yield* exchange(url, "nonsense\r\n\r\n")

      const { body, headers, status } = yield* send(page)
      expect([status, headers["content-type"]]).toEqual([200, METRICS_TYPE])
      const found = read(body)
      const expected = Object.values(families).filter((family) => !elsewhere.includes(family))
      expect(found.map(({ help, name, type }) => ({ help, name, type }))).toEqual(
        expected.map(({ help, kind, name }) => ({ help, name, type: kind.toUpperCase() }))
      )
      const samples = samplesIn(body)
      const counted = samples(`${families.httpRequests.name}_count`).map(({ labels, value }) => [
        `${labels?.["method"]} ${labels?.["route"]} ${labels?.["status"]}`,
        value
      ])
      expect(counted.sort()).toEqual([
        ["GET /api/v1/keys/{hash} 200", "2"],
        ["GET /api/v1/keys/{hash} 401", "1"],
        ["GET /api/v1/keys/{hash} 403", "1"],
        ["GET /api/v1/keys/{hash} 404", "1"],
        ["POST /api/v1/holds 201", "2"],
        ["POST /api/v1/holds 400", "2"],
        ["POST /api/v1/holds/{id}/settle 200", "1"],
        ["none none 404", "2"]
      ])
      const values = (family: { readonly name: string }, name: string) =>
        Object.fromEntries(samples(family.name).map(({ labels, value }) => [labels?.[name] ?? "", Number(value)]))
      expect(values(families.httpRefusals, "reason")).toEqual({
        missing_credential: 1,
        management_key_required: 1,
        not_found: 1,
        price_unknown: 2,
        no_such_route: 2,
        invalid_http: 1
      })
      expect(values(families.unknownPrices, "")).toEqual({ "": 2 })
      const spent = samples(families.spend.name).filter(({ value }) => value !== "0")
      expect(spent).toEqual([{ labels: { source: "own", basis: "provider" }, value: "0.25" }])
      const gauges = [families.holdsOpen, families.held, families.oldestHold, families.storageUp]
      expect(gauges.map((gauge) => values(gauge, ""))).toEqual([{ "": 1 }, { "": 1.5 }, { "": 0 }, { "": 1 }])
      const { hash, managementHash } = account
      for (const secret of [hash, managementHash, "owner", "acme", "tg_"])
        expect(body).not.toContain(secret.slice(0, 12))
      expect(body).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)
    })
  )

  it.scoped("answer GET and HEAD of their own path, without a key, and nothing else", () =>
    Effect.gen(function* () {
      const { stores } = yield* openAccount
      const { page, url } = yield* measured(stores)
      const got = yield* send(page)
      const head = yield* send(page, { method: "HEAD" })
      expect([head.status, head.body, head.headers["content-type"]]).toEqual([200, "", METRICS_TYPE])
      expect(head.headers["content-length"]).toBe(got.headers["content-length"])
      const post = yield* send(page, { method: "POST", body: "{}" })
      expect([post.status, post.headers["allow"]]).toEqual([405, "GET, HEAD"])
      for (const path of ["/", "/metrics/", "/api/v1/keys", "/healthz"]) {
        expect((yield* send(new URL(path, page).href)).status).toBe(404)
      }
      expect((yield* send(`${page}?x=1`)).status).toBe(200)
      expect((yield* send(`${url}/metrics`)).status).toBe(404)
    })
  )

  it.scoped("are of their server alone, and end with it", () =>
    Effect.gen(function* () {
      const { hash, managementKey, stores } = yield* openAccount
      const scope = yield* Scope.make()
      const one = yield* Scope.extend(measured(stores), scope)
      const other = yield* measured(stores)
      yield* send(one.url + api(`/keys/${hash}`), { headers: bearer(managementKey) })
      const requestsOf = (page: string) => page.includes(`${families.httpRequests.name}_count`)
      expect([requestsOf((yield* send(one.page)).body), requestsOf((yield* send(other.page)).body)]).toEqual([
        true,
        false
      ])
      const { port } = new URL(one.page)
      const taken = Layer.build(MetricsServer.layer({ ...local, port: Number(port) })).pipe(
        Effect.provide(Layer.succeedContext(stores)),
        Effect.scoped
      )
      expect(yield* Effect.flip(taken)).toEqual(
        new ListenFailed({ host: "127.0.0.1", port: Number(port), code: "EADDRINUSE" })
      )
      yield* Scope.close(scope, Exit.void)
      // Its port is free.
      yield* taken
    })
  )
})
