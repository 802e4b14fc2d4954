import { readFileSync } from "node:fs"
import { describe, expect, it } from "@effect/vitest"
import { authenticate, createOrganization, Memory, Metrics, NewOrganization, readMetrics } from "@tollgate/core"
import { families, MetricsRegistry, SpendingStore, StorageFailure } from "@tollgate/core/storage"
import {
  Effect,
  Fiber,
  Layer,
  Logger,
  LogLevel,
  MetricBoundaries,
  MetricKey,
  Redacted,
  Schema,
  TestClock
} from "effect"
import { Distribution } from "../../src/runtime/metrics/Distribution.js"
import { gauge } from "../../src/runtime/metrics/Family.js"
import { toText } from "../../src/runtime/metrics/textFormat.js"

const acme = Schema.decodeSync(NewOrganization)({ name: "Acme", owner_user_id: "ada" })
const measured = Layer.provideMerge(Memory.layer, Metrics.layer)

/** The lines of a page about some metrics, without their descriptions. */
const linesOf = (page: string, ...names: ReadonlyArray<string>) =>
  page.split("\n").filter((line) => names.some((name) => line.startsWith(name)))

const outcomes = [families.operations.name, families.refusals.name]

describe("The metrics of an account", () => {
  it.effect("count how operations end, by their names and the reasons of refusals", () =>
    Effect.gen(function* () {
      yield* createOrganization(acme)
      yield* createOrganization(acme)
      yield* Effect.flip(authenticate(Redacted.make("tg_sk_wrong")))
      expect(linesOf(yield* readMetrics, ...outcomes)).toEqual([
        'tollgate_operations_total{operation="organizations.createOrganization",outcome="ok"} 2',
        'tollgate_operations_total{operation="organizations.createOrganization",outcome="refused"} 0',
        'tollgate_operations_total{operation="organizations.createOrganization",outcome="failed"} 0',
        'tollgate_operations_total{operation="keys.authenticate",outcome="ok"} 0',
        'tollgate_operations_total{operation="keys.authenticate",outcome="refused"} 1',
        'tollgate_operations_total{operation="keys.authenticate",outcome="failed"} 0',
        'tollgate_refusals_total{operation="keys.authenticate",reason="invalid_credential"} 1'
      ])
    }).pipe(Effect.provide(measured))
  )

  it.effect("count failures of storage and defects as failed, and what was interrupted not at all", () =>
    Effect.gen(function* () {
      const registry = yield* Metrics
      const count = registry?.outcomes("keys.getKey") ?? Effect.asVoid
      yield* Effect.exit(count(Effect.fail(new StorageFailure({ cause: "the disk is full" }))))
      yield* Effect.exit(count(Effect.die("a defect")))
      yield* Fiber.interrupt(yield* Effect.fork(count(Effect.never)))
      expect(linesOf(yield* readMetrics, ...outcomes)).toEqual([
        'tollgate_operations_total{operation="keys.getKey",outcome="ok"} 0',
        'tollgate_operations_total{operation="keys.getKey",outcome="refused"} 0',
        'tollgate_operations_total{operation="keys.getKey",outcome="failed"} 2'
      ])
    }).pipe(Effect.provide(measured))
  )

  it.effect("do not mix with those of another account in the process", () =>
    Effect.gen(function* () {
      const [one, other] = [yield* Layer.build(measured), yield* Layer.build(measured)]
      yield* Effect.provide(createOrganization(acme), one)
      const ok = 'tollgate_operations_total{operation="organizations.createOrganization",outcome="ok"} 1'
      expect(linesOf(yield* Effect.provide(readMetrics, one), ...outcomes)).toContain(ok)
      expect(linesOf(yield* Effect.provide(readMetrics, other), ...outcomes)).toEqual([])
    }).pipe(Effect.scoped)
  )

  it.effect("are off by default: nothing is counted, and the page is empty", () =>
    Effect.gen(function* () {
      yield* createOrganization(acme)
      expect([yield* Metrics, yield* readMetrics]).toEqual([null, ""])
    }).pipe(Effect.provide(Memory.layer))
  )

  it.effect("are shown without the gauges of storage that fails, or that takes longer than three seconds", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      const gauges = ["tollgate_holds", "tollgate_held", "tollgate_oldest", "tollgate_storage_up"]
      const page = (openHolds: typeof store.openHolds) =>
        Effect.map(Effect.provideService(readMetrics, SpendingStore, { ...store, openHolds }), (page) =>
          linesOf(page, ...gauges)
        )
      expect(yield* page(store.openHolds)).toEqual([
        "tollgate_holds_open 0",
        "tollgate_held_usd 0",
        "tollgate_oldest_hold_age_seconds 0",
        "tollgate_storage_up 1"
      ])
      const failing = page(Effect.fail(new StorageFailure({ cause: "gone" })))
      expect(yield* Logger.withMinimumLogLevel(failing, LogLevel.None)).toEqual(["tollgate_storage_up 0"])
      const waiting = yield* Effect.fork(page(Effect.never))
      yield* TestClock.adjust("3 seconds")
      expect(yield* Fiber.join(waiting)).toEqual(["tollgate_storage_up 0"])
    }).pipe(Effect.provide(measured))
  )
})

describe("A page of metrics", () => {
  it("has the text format of Prometheus, version 0.0.4", () => {
    const registry = new MetricsRegistry()
    for (const seconds of [0.0004, 0.003, 20]) registry.histogram(families.commits).update(seconds)
    registry.counter(families.retries, 'a "quoted"\\\nline').update(2)
    const shown: ReadonlyArray<unknown> = [families.commits, families.retries]
    const page = toText(registry.read().filter(({ family }) => shown.includes(family)))
    const name = families.commits.name
    const bounds = [
      "0.0005",
      "0.001",
      "0.0025",
      "0.005",
      "0.01",
      "0.025",
      "0.05",
      "0.1",
      "0.25",
      "0.5",
      "1",
      "2.5",
      "5",
      "10"
    ]
    expect(page.split("\n")).toEqual([
      `# HELP ${name} ${families.commits.help}`,
      `# TYPE ${name} histogram`,
      ...bounds.map((le, at) => `${name}_bucket{le="${le}"} ${at < 3 ? 1 : 2}`),
      `${name}_bucket{le="+Inf"} 3`,
      `${name}_sum ${0.0004 + 0.003 + 20}`,
      `${name}_count 3`,
      `# HELP ${families.retries.name} ${families.retries.help}`,
      `# TYPE ${families.retries.name} counter`,
      `${families.retries.name}{reason="a \\"quoted\\"\\\\\\nline"} 2`,
      ""
    ])
  })

  it("writes numbers that are no decimals, and descriptions of several lines", () => {
    const family = gauge("tollgate_x", "One\nand \\ two.")
    const samples = [NaN, Infinity, -Infinity, 1e21, 1e-7].map((figure) => ({ values: [], figure }))
    expect(toText([{ family, samples }]).split("\n")).toEqual([
      "# HELP tollgate_x One\\nand \\\\ two.",
      "# TYPE tollgate_x gauge",
      "tollgate_x NaN",
      "tollgate_x +Inf",
      "tollgate_x -Inf",
      "tollgate_x 1e+21",
      "tollgate_x 1e-7",
      ""
    ])
  })

  it("adds the gauges of several databases, until they are closed", () => {
    const registry = new MetricsRegistry()
    const figure = () => registry.read().find(({ family }) => family === families.queue)?.samples
    const [stopOne, stopOther] = [registry.gauge(families.queue, () => 2), registry.gauge(families.queue, () => 3)]
    expect(figure()).toEqual([{ values: [], figure: 5 }])
    stopOne()
    expect(figure()).toEqual([{ values: [], figure: 3 }])
    stopOther()
    expect(figure()).toBeUndefined()
  })
})

describe("A histogram", () => {
  it("counts on exactly where Effect's own buckets would overflow", () => {
    const key = MetricKey.histogram("x", MetricBoundaries.fromIterable([1, 2]))
    const [short, long] = [new Distribution(key, 3), new Distribution(key)]
    for (const value of [0.5, 1.5, 1.5, 9, 0.5, 2, 1, 3]) {
      short.update(value)
      long.update(value)
      expect(short.get()).toMatchObject({ buckets: long.get().buckets, count: long.get().count, sum: long.get().sum })
    }
    expect(short.get()).toEqual({
      buckets: [
        [1, 3],
        [2, 6],
        [Infinity, 8]
      ],
      count: 8,
      sum: 19
    })
  })
})

describe("docs/operate.md", () => {
  const page = readFileSync(new URL("../../../../docs/operate.md", import.meta.url), "utf8")

  it("lists every metric with its type, its labels and its meaning, and no other", () => {
    const rows = [...page.matchAll(/^\| `(tollgate_\w+)` +\| (\w+) +\| (.*?) *\| (.*?) *\|$/gm)]
    const documented = rows.map(([, name, kind, labels = "", help]) => {
      const named = [...labels.matchAll(/`(\w+)`/g)].map(([, label]) => label)
      return { name, kind, labels: named, help }
    })
    expect(documented).toEqual(
      Object.values(families).map(({ help, kind, labels, name }) => ({ name, kind, labels, help }))
    )
  })

  it("and its alerts name no metric that does not exist", () => {
    const alerts = readFileSync(new URL("../../../../deploy/prometheus/alerts.yml", import.meta.url), "utf8")
    const names = Object.values(families).flatMap(({ kind, name }) =>
      kind === "histogram" ? [name, `${name}_bucket`, `${name}_count`, `${name}_sum`] : [name]
    )
    // A table of the database is none.
    const named = [...`${page}${alerts}`.matchAll(/\btollgate_(?!meta\b)[a-z_]+\b/g)].map(([name]) => name)
    expect(named.filter((name) => !names.includes(name))).toEqual([])
    expect(named.length).toBeGreaterThan(20)
  })
})

it("Labels name no key, user, organization, workspace or model", () => {
  const labels = new Set(Object.values(families).flatMap(({ labels }): ReadonlyArray<string> => labels))
  expect([...labels].sort()).toEqual([
    "basis",
    "flag",
    "kind",
    "method",
    "operation",
    "outcome",
    "reason",
    "result",
    "route",
    "source",
    "status"
  ])
})
