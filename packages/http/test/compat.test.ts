import { describe, expect, it } from "@effect/vitest"
import { addOrganizationMember, Entropy, listAuditEntries, type Services, UserId } from "@tollgate/core"
import { AuditPage } from "@tollgate/core/models"
import { holdIdAt } from "@tollgate/core/storage"
import { Compat, operations, RequestsPerMinute, TollgateApp, webHandler } from "@tollgate/http"
import { Clock, type Context, Effect, Layer, Schema } from "effect"
import { compatModels, compatStatuses } from "../dist/app/compat/fields.js"
import { api, ask, bearer, json, openAccount, type Sent } from "./account.js"

const page = "https://app.example"

const NIL = "00000000-0000-0000-0000-000000000000"

const handlerOver = (stores: Context.Context<Services>, compat: "openrouter" | null) =>
  webHandler({ cors: { origins: [page] } }).pipe(
    Effect.provide(TollgateApp.layer),
    Effect.provide(Layer.succeed(RequestsPerMinute, 0)),
    Effect.provide(Layer.succeed(Compat, compat)),
    Effect.provide(stores)
  )

/** An account behind a server with the flag and one without it. */
const open = Effect.gen(function* () {
  const account = yield* openAccount
  const { asManager, managementKey, stores } = account
  yield* addOrganizationMember({ user_id: UserId.make("grace"), role: "member" }).pipe(
    Effect.provide(asManager),
    Effect.provide(stores)
  )
  const asking = (handler: Effect.Effect.Success<ReturnType<typeof handlerOver>>) => {
    const sendAs =
      (key: string) =>
      (method: string, path: string, body?: object, headers: Sent["headers"] = {}) =>
        Effect.map(
          ask(handler, api(path), {
            method,
            headers: { ...bearer(key), ...json, ...headers },
            ...(body === undefined ? {} : { body: JSON.stringify(body) })
          }),
          (answer) => ({ status: answer.status, headers: answer.headers, body: JSON.parse(answer.body) })
        )
    return { handler, sendAs, send: sendAs(managementKey) }
  }
  const actions = listAuditEntries(Schema.decodeSync(AuditPage)({ limit: 100 })).pipe(
    Effect.map(({ data }) => data.map(({ action, changes }) => ({ action, changes }))),
    Effect.provide(asManager),
    Effect.provide(stores)
  )
  const compat = asking(yield* handlerOver(stores, "openrouter"))
  return { ...account, actions, compat, plain: asking(yield* handlerOver(stores, null)) }
})

/** Records without the fields that the flag adds. */
const without = (names: ReadonlyArray<string>, record: object) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)))

describe("with the flag openrouter", () => {
  it("each model and status is of operations that the contract has, and no operation has two models", () => {
    const named = Object.values(compatModels).flatMap((model) => model.operations)
    const known = operations.map(({ name }) => name)
    expect([...named, ...Object.keys(compatStatuses)].filter((name) => !known.includes(name))).toEqual([])
    expect(new Set(named).size).toBe(named.length)
  })

  it.scoped("each operation that answers with a model of the table has its fields", () =>
    Effect.gen(function* () {
      const { plain } = yield* open
      const { paths } = JSON.parse((yield* ask(plain.handler, "/openapi.json")).body)
      const modelOf = ({ method, path }: (typeof operations)[number]): string | undefined => {
        const { responses } = paths[api(path)][method.toLowerCase()]
        const [status = ""] = Object.keys(responses)
        const { data } = responses[status].content["application/json"].schema.properties ?? {}
        return (data?.items ?? data)?.$ref
      }
      const models = Object.values(compatModels).map((model) => {
        const of = operations.filter(({ name }) => model.operations.includes(name)).map(modelOf)
        expect(of).not.toContain(undefined)
        return { ...model, of }
      })
      const without = operations.filter((operation) =>
        models.some(({ of, operations: own }) => of.includes(modelOf(operation)) && !own.includes(operation.name))
      )
      // The client does not have these two.
      expect(without.map(({ name }) => name)).toEqual(["addOrganizationMember", "updateOrganizationMember"])
    })
  )

  it.scoped("answers are those of the contract, and the fields of the table beside", () =>
    Effect.gen(function* () {
      const { compat, guardrail, hash, plain } = yield* open
      const { body: key } = yield* plain.send("POST", "/byok", { provider: "openai", key: "sk-invented" })
      yield* plain.send("PUT", "/workspaces/default/budgets/lifetime", { limit_usd: 9 })
      yield* plain.send("POST", "/presets", { slug: "support", name: "Support" })
      const reads = {
        "/key": "Current API key",
        [`/keys/${hash}`]: "API key",
        "/keys": "API key",
        "/byok": "Provider credential",
        [`/byok/${key.data.id}`]: "Provider credential",
        "/guardrails": "Guardrail",
        [`/guardrails/${guardrail}`]: "Guardrail",
        "/workspaces": "Workspace",
        "/workspaces/default": "Workspace",
        "/workspaces/default/budgets": "Workspace budget",
        "/presets/support/versions": "Preset version",
        "/presets/support/versions/1": "Preset version"
      }
      for (const [path, model] of Object.entries(reads)) {
        const [mine, theirs] = [yield* plain.send("GET", path), yield* compat.send("GET", path)]
        const fields = Object.entries(compatModels[model]?.fields ?? {}).filter(([, { show }]) => show !== null)
        const names = fields.map(([name]) => name)
        const records = [theirs.body.data].flat()
        expect(records.length, path).toBeGreaterThan(0)
        expect({ ...theirs.body, data: records.map((record) => without(names, record)) }, path).toEqual({
          ...mine.body,
          data: [mine.body.data].flat()
        })
        expect(
          names.filter((name) => !(name in records[0])),
          path
        ).toEqual([])
        expect(
          names.filter((name) => name in [mine.body.data].flat()[0]),
          path
        ).toEqual([])
      }
    })
  )

  it.scoped("a field that asks for nothing is taken, and the change is that of the contract", () =>
    Effect.gen(function* () {
      const { actions, compat, plain } = yield* open
      const before = (yield* actions).length
      const guard = { name: "Small", limit_usd: 5, reset_interval: "daily" }
      const plainly = yield* plain.send("POST", "/guardrails", guard)
      const own = { content_filters: [], enforce_zdr_openai: null, allowed_data_regions: null }
      const taken = yield* compat.send("POST", "/guardrails", { ...guard, ...own })
      const { allowed_data_regions, content_filters, enforce_zdr_openai, ...rest } = taken.body.data
      expect({ allowed_data_regions, content_filters, enforce_zdr_openai }).toEqual({
        allowed_data_regions: null,
        content_filters: null,
        enforce_zdr_openai: null
      })
      expect(rest).toMatchObject({ ...plainly.body.data, id: rest.id, created_at: rest.created_at })
      const id = rest.id
      const patched = yield* compat.send("PATCH", `/guardrails/${id}`, {
        limit_usd: null,
        reset_interval: null,
        content_filters: null
      })
      expect([patched.status, patched.body.data.limit_usd, patched.body.data.reset_interval]).toEqual([200, null, null])
      const entries = (yield* actions).slice(0, -before)
      expect(entries.map(({ action }) => action)).toEqual([
        "guardrails.updateGuardrail",
        "guardrails.createGuardrail",
        "guardrails.createGuardrail"
      ])
      expect(entries[1]).toEqual(entries[2])
    })
  )

  const asking: ReadonlyArray<readonly [string, string, object, object]> = [
    ["POST", "/keys", { name: "Batch" }, { external: { user: "ada" } }],
    ["POST", "/byok", { provider: "openai", key: "sk-invented" }, { is_required: true }],
    ["POST", "/guardrails", { name: "Small" }, { enforce_zdr_openai: true }],
    ["POST", "/workspaces", { name: "Research", slug: "research" }, { io_logging_sampling_rate: 0.5 }],
    ["PUT", "/workspaces/default/budgets/daily", { limit_usd: 5 }, { include_byok_in_budgets: true }]
  ]
  it.scoped.each(asking)(
    "%s %s refuses a field that asks for something, before anything is changed",
    ([method, path, body, own]) =>
      Effect.gen(function* () {
        const { actions, compat } = yield* open
        const before = yield* actions
        const { status, body: refused } = yield* compat.send(method, path, { ...body, ...own })
        const [name] = Object.keys(own)
        expect([status, refused.error]).toEqual([
          400,
          {
            code: 400,
            message: "Invalid request parameters",
            metadata: {
              reason: "invalid_input",
              issues: [
                {
                  path: [name],
                  expected: expect.stringMatching(
                    /, because this server (supports no other value|does not have the field)$/
                  )
                }
              ]
            }
          }
        ])
        expect(yield* actions).toEqual(before)
        expect((yield* compat.send(method, path, body)).status).toBeLessThan(300)
      })
  )

  it.scoped("a field that neither has is refused as by the contract, and so is a body that is no object", () =>
    Effect.gen(function* () {
      const { compat, plain } = yield* open
      for (const body of [{ name: "Batch", colour: "red" }, [], { limit: -1, external_user: null }]) {
        const [theirs, mine] = [
          yield* compat.send("POST", "/keys", body),
          yield* plain.send("POST", "/keys", "external_user" in body ? { limit: -1 } : body)
        ]
        expect([theirs.status, theirs.body]).toEqual([400, mine.body])
      }
    })
  )

  it.scoped("a value that is nested deeper than a stack is refused, too", () =>
    Effect.gen(function* () {
      const { compat, managementKey } = yield* open
      const body = `{"name":"Small","content_filters":${"[".repeat(20_000)}${"]".repeat(20_000)}}`
      const sent = { method: "POST", headers: { ...bearer(managementKey), ...json }, body }
      expect((yield* ask(compat.handler, api("/guardrails"), sent)).status).toBe(400)
    })
  )

  it.scoped("a code is created with 200, and the repetition has the same answer", () =>
    Effect.gen(function* () {
      const { compat, plain } = yield* open
      const code = { callback_url: "https://app.example/back" }
      const named = { "Idempotency-Key": "one" }
      expect((yield* plain.send("POST", "/auth/keys/code", code)).status).toBe(201)
      const first = yield* compat.send("POST", "/auth/keys/code", code, named)
      expect([first.status, first.headers["idempotency-replayed"], first.body]).toEqual([
        200,
        "false",
        { data: { id: expect.any(String), app_id: 0, created_at: expect.any(String), expires_at: expect.any(String) } }
      ])
      const again = yield* compat.send("POST", "/auth/keys/code", code, named)
      expect([again.status, again.headers["idempotency-replayed"], again.body]).toEqual([200, "true", first.body])
      // What is kept is the answer of the contract.
      const { data } = (yield* plain.send("POST", "/auth/keys/code", code, named)).body
      expect({ ...data, app_id: 0 }).toEqual(first.body.data)
    })
  )

  it.scoped("a budget by the slug of its workspace, repeated, never names the workspace that has the slug since", () =>
    Effect.gen(function* () {
      const { compat } = yield* open
      const { body: research } = yield* compat.send("POST", "/workspaces", { name: "Research", slug: "research" })
      const set = compat.send(
        "PUT",
        "/workspaces/research/budgets/daily",
        { limit_usd: 5 },
        { "Idempotency-Key": "one" }
      )
      const first = yield* set
      expect(first.body.data.workspace_id).toBe(research.data.id)
      const again = yield* set
      expect([again.headers["idempotency-replayed"], again.body]).toEqual(["true", first.body])
      yield* compat.send("PATCH", "/workspaces/research", { slug: "archive" })
      yield* compat.send("POST", "/workspaces", { name: "Research", slug: "research" })
      const later = yield* set
      expect([later.status, later.body.error.metadata.reason]).toEqual([400, "idempotency_key_reused"])
    })
  )

  it.scoped("a budget refuses with 403 in place of 402, and with all else that the contract says", () =>
    Effect.gen(function* () {
      const { compat, gatewayKey, hash, ordinaryKey, plain } = yield* open
      yield* plain.send("PATCH", `/keys/${hash}`, { limit: 1, limit_reset: "daily" })
      const hold = { key: ordinaryKey, amount: 0.75, model: "acme/writer" }
      expect((yield* compat.sendAs(gatewayKey)("POST", "/holds", hold)).status).toBe(201)
      const mine = yield* plain.sendAs(gatewayKey)("POST", "/holds", hold)
      const theirs = yield* compat.sendAs(gatewayKey)("POST", "/holds", hold)
      expect([mine.status, theirs.status]).toEqual([402, 403])
      expect(theirs.body).toEqual({ ...mine.body, error: { ...mine.body.error, code: 403 } })
      expect(mine.headers["retry-after"]).toMatch(/^[1-9]\d*$/)
      expect(theirs.headers["retry-after"]).toBe(mine.headers["retry-after"])
      const admitted = yield* compat.sendAs(gatewayKey)("POST", "/holds", { ...hold, amount: 0.25 })
      expect(admitted.status).toBe(201)
    })
  )

  it.scoped("activity has the contract's form for whoever asks in the contract's words", () =>
    Effect.gen(function* () {
      const { compat, managementKey, plain } = yield* open
      for (const query of ["?limit=10", "?group_by=day,model", "?from=2026-01-01"]) {
        const [mine, theirs] = [
          yield* plain.send("GET", `/activity${query}`),
          yield* compat.send("GET", `/activity${query}`)
        ]
        expect([theirs.status, theirs.body]).toEqual([mine.status, mine.body])
      }
      const [mine, theirs] = [
        yield* ask(plain.handler, api("/activity"), { headers: { ...bearer(managementKey), Accept: "text/csv" } }),
        yield* ask(compat.handler, api("/activity"), { headers: { ...bearer(managementKey), Accept: "text/csv" } })
      ]
      expect([theirs.status, theirs.headers["content-type"], theirs.body]).toEqual([
        200,
        mine.headers["content-type"],
        mine.body
      ])
    })
  )

  it.scoped("activity has the rows of the contract, whatever requests are chosen", () =>
    Effect.gen(function* () {
      const { compat, gatewayKey, hash, ordinaryKey, plain } = yield* open
      const asGateway = plain.sendAs(gatewayKey)
      const { body: workspace } = yield* plain.send("POST", "/workspaces", { name: "Research", slug: "research" })
      const workspaceId = workspace.data.id
      const { body: other } = yield* plain.send("POST", "/keys", {
        name: "Other",
        creator_user_id: "grace",
        workspace_id: workspaceId
      })
      const { body: credential } = yield* plain.send("POST", "/byok", { provider: "openai", key: "sk-invented" })
      const stated = [{ provider: "acme" }, { credential_id: credential.data.id }, {}]
      const requests = [{ model: "acme/writer" }, { model: "acme/painter" }, {}].flatMap((model) =>
        stated.map((provider) => ({ ...model, ...provider }))
      )
      for (const [at, request] of [...requests, ...requests].entries()) {
        const key_hash = [hash, other.data.hash][at % 2]
        // Amounts whose sums are not those of binary fractions.
        const spent = { cost: 0.1 * (at + 1), usage: { input: 10 * at, output: at } }
        const id = holdIdAt(yield* Clock.currentTimeMillis, yield* Entropy.bytes(10))
        expect((yield* asGateway("POST", "/usage", { id, key_hash, ...request, ...spent })).status).toBe(201)
      }
      const held = { key: ordinaryKey, amount: 0.7, model: "acme/writer" }
      const { body: unknown } = yield* asGateway("POST", "/holds", held)
      yield* asGateway("POST", `/holds/${unknown.data.id}/unknown`, {})
      const { body: settled } = yield* asGateway("POST", "/holds", held)
      yield* asGateway("POST", `/holds/${settled.data.id}/settle`, { cost: 0.6 })
      yield* plain.send("POST", `/holds/${settled.data.id}/correct`, { cost: 0.3, reason: "A credit note" })

      const choices: ReadonlyArray<readonly [query: string, groups: string, chosen: object]> = [
        ["", "", {}],
        ["group_by=workspace", ",workspace", {}],
        [`workspace_id=${workspaceId}`, ",workspace", { workspace: workspaceId }],
        ["user_id=grace&group_by=workspace", ",workspace,user", { user: "grace" }],
        [`api_key_hash=${hash}`, ",key", { key: hash }],
        [`api_key_hash=${hash}&user_id=grace`, ",key,user", { key: hash, user: "grace" }],
        // Of each parameter, the word null counts as omitted.
        ["date=null&api_key_hash=null&user_id=null&workspace_id=null&group_by=null", "", {}]
      ]
      for (const [query, groups, chosen] of choices) {
        const theirs = yield* compat.send("GET", `/activity?${query}`)
        expect(theirs.headers["vary"]).toBe("Accept, Origin")
        const { data } = (yield* plain.send("GET", `/activity?group_by=day,model,provider${groups}`)).body
        const rows = data.filter((row: object) =>
          Object.entries(chosen).every(([name, value]) => Reflect.get(row, name) === value)
        )
        expect(rows.length > 0, query).toBe(query !== `api_key_hash=${hash}&user_id=grace`)
        expect(theirs.body.data, query).toEqual(
          rows.map((row: { readonly [field: string]: unknown }) => ({
            date: row["day"],
            model: row["model"] ?? "",
            model_permaslug: row["model"] ?? "",
            endpoint_id: "",
            provider_name: row["provider"] ?? "",
            usage: row["cost"],
            byok_usage_inference: row["byok_cost"],
            requests: row["requests"],
            prompt_tokens: row["input_tokens"],
            completion_tokens: row["output_tokens"],
            reasoning_tokens: 0,
            ...(query.includes("group_by=workspace") && { workspace_id: row["workspace"] })
          }))
        )
      }
    })
  )

  it.scoped.each([
    ["date=yesterday", "one date in UTC, such as 2026-05-01"],
    ["api_key_hash=x", "one hash of 64 lowercase hexadecimal digits"],
    ["user_id=ada&user_id=grace", "one text of 1 to 255 characters without control characters or bidirectional marks"],
    ["workspace_id=default", "one UUID"]
  ] as const)("activity of %s is refused", ([query, expected]) =>
    Effect.gen(function* () {
      const { compat } = yield* open
      const { body, status } = yield* compat.send("GET", `/activity?${query}`)
      expect([status, body.error.metadata.issues]).toEqual([400, [{ path: [query.split("=")[0]], expected }]])
    })
  )

  it.scoped("an ordinary key sees no activity but its own, whatever key it names", () =>
    Effect.gen(function* () {
      const { compat, hash, managementHash, ordinaryKey } = yield* open
      const read = compat.sendAs(ordinaryKey)
      for (const named of ["", `?api_key_hash=${hash}`, `?api_key_hash=${managementHash}`]) {
        expect((yield* read("GET", `/activity${named}`)).body).toEqual({ data: [] })
      }
    })
  )

  it.scoped("one budget has a route, with the key and the refusals of the list; without the flag it has none", () =>
    Effect.gen(function* () {
      const { compat, ordinaryKey, plain } = yield* open
      yield* compat.send("PUT", "/workspaces/default/budgets/monthly", { limit_usd: 5 })
      const path = "/workspaces/default/budgets/monthly"
      const { data } = (yield* compat.send("GET", "/workspaces/default/budgets")).body
      expect(yield* compat.send("GET", path)).toMatchObject({ status: 200, body: { data: data[0] } })
      const reasonOf = (answer: {
        readonly status: number
        readonly body: { readonly error: { readonly metadata: object } }
      }) => [answer.status, answer.body.error.metadata]
      expect(reasonOf(yield* compat.send("GET", "/workspaces/default/budgets/daily"))).toEqual([
        404,
        { reason: "budget_not_found" }
      ])
      expect(reasonOf(yield* compat.send("GET", `/workspaces/${NIL}/budgets/daily`))).toEqual([
        404,
        { reason: "not_found" }
      ])
      expect(reasonOf(yield* compat.sendAs(ordinaryKey)("GET", path))).toEqual([
        403,
        { reason: "management_key_required" }
      ])
      expect((yield* plain.send("GET", path)).headers["allow"]).toBe("DELETE, PUT")
      expect((yield* compat.send("PATCH", path, {})).headers["allow"]).toBe("GET, DELETE, PUT, HEAD")
    })
  )

  it.scoped("pages may send the headers of the client, and without the flag they may not", () =>
    Effect.gen(function* () {
      const { compat, plain } = yield* open
      const asked = { method: "OPTIONS", headers: { Origin: page, "Access-Control-Request-Method": "GET" } }
      const [mine, theirs] = [
        yield* ask(plain.handler, api("/key"), asked),
        yield* ask(compat.handler, api("/key"), asked)
      ]
      const allowed = "access-control-allow-headers"
      expect([theirs.status, theirs.headers[allowed]]).toEqual([
        204,
        `${mine.headers[allowed]}, HTTP-Referer, X-OpenRouter-Title, X-OpenRouter-Categories`
      ])
    })
  )

  it.scoped("the document is that of the contract, and says that the server answers otherwise", () =>
    Effect.gen(function* () {
      const { compat, plain } = yield* open
      const [mine, theirs] = [yield* ask(plain.handler, "/openapi.json"), yield* ask(compat.handler, "/openapi.json")]
      const { info, ...rest } = JSON.parse(theirs.body)
      const { info: usual, ...contract } = JSON.parse(mine.body)
      expect(rest).toEqual(contract)
      const { description, ...others } = info
      expect({ ...others, description: usual.description }).toEqual(usual)
      expect(description.startsWith(`${usual.description}\n\n**This server answers in the form of`)).toBe(true)
    })
  )
})
