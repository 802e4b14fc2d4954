import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Tollgate } from "@tollgate/node"
import { Effect } from "effect"
import { runHere } from "./harness/here.js"
import { receiver } from "./harness/outboxRounds.js"
import { temporaryFolder } from "./harness/stores.js"

/** A database whose key has spent its dollar and asked for more. */
const spent = Effect.gen(function* () {
  const cwd = yield* temporaryFolder
  const run = (...args: ReadonlyArray<string>) =>
    Effect.map(
      Effect.promise(() => runHere(args, { cwd })),
      ({ code, stderr, stdout }) => {
        expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
        return stdout.trim()
      }
    )
  const id = yield* Effect.promise(async () => {
    await using gate = await Tollgate.open({ file: join(cwd, "tollgate.db"), deliverAlerts: false })
    const { organization } = await gate.createOrganization({ name: "Acme", owner_user_id: "ada" })
    const { key } = await gate.asOrganization(organization.id).keys.create({ name: "Docs assistant", limit: 1 })
    const { data } = await gate.spending.authorize({ key, amount: 0.9, models: ["acme/writer"] })
    await gate.spending.settle(data.id, { cost: 0.9 })
    const asked = await gate.withKey(key).budgets.requests.create({ usd: 1, reason: "The evaluation of this week" })
    return asked.id
  })
  return { cwd, id, run }
})

describe("The commands of alerts, webhooks, boosts and requests, on a database", () => {
  it.scoped("list alerts as sentences, and pages of webhooks without a flag", () =>
    Effect.gen(function* () {
      const { run } = yield* spent
      const lines = (yield* run("alerts", "list")).split("\n")
      const [titles, last, ...first] = lines.map((line) =>
        line.replace(/^\d{4}-\d\d-\d\d \d\d:\d\d/, "now             ")
      )
      // Both thresholds were reached in one act.
      expect([titles, last, ...first.sort().reverse()]).toEqual([
        "at                kind      text",
        'now               request   The holder of key "Docs assistant" asks for $1.00 more than its limit of $1.00: "The evaluation of this week"',
        'now               crossing  Key "Docs assistant" has reached 80 % of its limit of $1.00: $0.90 is spent.',
        'now               crossing  Key "Docs assistant" has reached 50 % of its limit of $1.00: $0.90 is spent.'
      ])
      const made = JSON.parse(yield* run("webhooks", "create", "--webhook-url", "https://hooks.example.com", "--json"))
      expect(yield* run("webhooks", "list")).toContain("https://hooks.example.com")
      expect(yield* run("webhooks", "deliveries", made.data.id)).toBe("There are none.")
    })
  )

  it.scopedLive("send the message of a test, and say how a local receiver is taken", () =>
    Effect.gen(function* () {
      const { cwd, run } = yield* spent
      const to = yield* receiver
      const create = ["webhooks", "create", "--webhook-url", to.url, "--json"]
      expect(yield* Effect.promise(() => runHere(create, { cwd }))).toEqual({
        code: 2,
        stdout: "",
        stderr:
          "--webhook-url must be an https URL: this one is http. A server takes others with --webhook-private, and a command on a database with TOLLGATE_WEBHOOK_PRIVATE=true.\n"
      })
      const variables = { TOLLGATE_WEBHOOK_PRIVATE: "true" }
      const made = yield* Effect.promise(() => runHere(create, { cwd, variables }))
      const { data } = JSON.parse(made.stdout)
      const test = yield* Effect.promise(() => runHere(["webhooks", "test", data.id, "--json"], { cwd, variables }))
      expect(JSON.parse(test.stdout)).toEqual({ delivered: true, status: 204, error: null })
      expect(to.total()).toBe(1)
      expect(JSON.parse(yield* run("webhooks", "test", data.id, "--json"))).toEqual({
        delivered: false,
        status: null,
        error: "refused scheme"
      })
    })
  )

  it.scoped("say that the host has no key that asks for more", () =>
    Effect.gen(function* () {
      const { cwd } = yield* spent
      const asked = yield* Effect.promise(() => runHere(["requests", "create", "--usd", "1", "--reason", "x"], { cwd }))
      expect(asked).toEqual({
        code: 1,
        stdout: "",
        stderr: "The host has no key of its own. Set TOLLGATE_KEY to the key that this is about.\n"
      })
    })
  )

  it.scoped("approve a request, and list and delete its boost", () =>
    Effect.gen(function* () {
      const { id, run } = yield* spent
      expect(yield* run("requests", "list", "--state", "open")).toContain("The evaluation of this week")
      expect(JSON.parse(yield* run("requests", "approve", id, "--usd", "2", "--json"))).toMatchObject({
        state: "approved",
        approved_usd: 2
      })
      const { data } = JSON.parse(yield* run("boosts", "list", "--json"))
      expect(data).toMatchObject([{ scope: "key", usd: 2, state: "in_force", request_id: id }])
      expect((yield* run("keys", "budgets", "Docs assistant")).split("\n")[1]).toContain(
        " $1     $2   $0.9    $0       $0  $2.1  ███████░░░"
      )
      expect(yield* run("budgets", "list")).toContain(
        "30%  ██████░░░░░░░░░░░░░░   $0.9    $0       $0     $1     $2       $2.1"
      )
      yield* run("boosts", "delete", data[0].id)
      expect(JSON.parse(yield* run("boosts", "list", "--state", "in_force", "--json")).data).toEqual([])
    })
  )
})
