import { Memory, Metrics, readPrices, type Services } from "@tollgate/core"
import { families, type MetricsRegistry } from "@tollgate/core/storage"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Runtime from "effect/Runtime"
import { alternate, type Round } from "../harness/alternate.js"
import { atMost } from "../harness/bound.js"
import { figure, type Section, section } from "../harness/Section.js"
import { insist } from "../storage/changes.js"

const statuses = [200, 201, 400, 404]

/** Measures the fiber of a request as the server does: from its begin to its end, by route and status. */
const measuring = (registry: MetricsRegistry | null) => {
  if (registry === null) return <A, E>(start: () => Fiber.RuntimeFiber<A, E>) => start()
  const clock = Clock.make()
  const durations = new Map(
    statuses.map((status) => [status, registry.histogram(families.httpRequests, "GET", "/prices", String(status))])
  )
  let count = 0
  return <A, E>(start: () => Fiber.RuntimeFiber<A, E>) => {
    const began = clock.unsafeCurrentTimeNanos()
    const fiber = start()
    fiber.addObserver(() => {
      const status = statuses[count++ % statuses.length] ?? 200
      durations.get(status)?.update(Number(clock.unsafeCurrentTimeNanos() - began) / 1e9)
    })
    return fiber
  }
}

const page = { limit: 1, offset: 0 }

/** Requests of two programs each, as an operation and the look-up of its key are. They do little else, so that the difference is seen. */
const open = async (layer: Layer.Layer<Services>) => {
  const managed = ManagedRuntime.make(layer)
  const runtime = await managed.runtime()
  const measure = measuring(await managed.runPromise(Metrics))
  const programs = Effect.zipRight(readPrices(page), readPrices(page))
  const start = () => Runtime.runFork(runtime, programs)
  const round: Round = (acts) => {
    for (let n = 0; n < acts; n++) insist(measure(start).unsafePoll() !== null)
  }
  return { round, close: () => managed.dispose() }
}

/** What metrics add to a request, in processor time. */
export const metrics = async (size = { acts: 20_000, rounds: 31 }): Promise<Section> => {
  const [without, counting] = [await open(Memory.layer), await open(Layer.provideMerge(Memory.layer, Metrics.layer))]
  const { off, on } = await alternate({ off: without.round, on: counting.round }, size)
  await Promise.all([without.close(), counting.close()])
  const added = on.cpu - off.cpu
  const row = (what: string, cpu: number) => [what, figure(cpu), figure(cpu / off.cpu)]
  return section(
    "What metrics add to a request",
    ["What", "CPU, µs", "Times without"],
    [
      { cells: row("two programs in a fiber, without metrics", off.cpu) },
      { cells: row("the same, measured", on.cpu) },
      { cells: row("the difference", added), judged: [added, atMost(0.5, " µs")] }
    ]
  )
}
