import { type Distribution, families, type MetricsRegistry } from "@tollgate/core/storage"
import type * as Clock from "effect/Clock"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import { isProbe } from "../api/serviceRoutes.js"

const NANOS = 1e9

/** A route by its method and its path in the router's notation. */
interface Route {
  readonly method: string
  readonly path: string
}

/** Measures the requests of a server. */
export class RequestMetrics {
  readonly #registry: MetricsRegistry
  readonly #clock: Clock.Clock
  /** By route and status. The router has one object for each route. */
  readonly #ofRoutes = new WeakMap<Route, Map<number, Distribution>>()
  readonly #ofNone = new Map<number, Distribution>()
  constructor(registry: MetricsRegistry, clock: Clock.Clock) {
    this.#registry = registry
    this.#clock = clock
  }

  /** The present instant, of a clock that only goes forward. */
  begin(): bigint {
    return this.#clock.unsafeCurrentTimeNanos()
  }

  /** Measures a request until its fiber ends. This takes a fraction of what another effect in the fiber does. */
  observe(
    fiber: Fiber.RuntimeFiber<{ readonly status: number }>,
    state: { readonly route: Route | null },
    began: bigint
  ): void {
    fiber.addObserver((exit) => {
      // Only an interruption fails: there is no answer then.
      if (Exit.isSuccess(exit) && !isProbe(state.route)) this.#answered(began, state.route, exit.value.status)
    })
  }

  #answered(began: bigint, route: Route | null, status: number): void {
    const ofRoute = route === null ? this.#ofNone : (this.#ofRoutes.get(route) ?? this.#add(route))
    const durations = ofRoute.get(status) ?? this.#measure(ofRoute, route, status)
    durations.update(Number(this.#clock.unsafeCurrentTimeNanos() - began) / NANOS)
  }

  /** Notes that a request is answered with an error. */
  refused(reason: string): void {
    this.#registry.counter(families.httpRefusals, reason).update(1)
  }

  #add(route: Route): Map<number, Distribution> {
    const added = new Map<number, Distribution>()
    this.#ofRoutes.set(route, added)
    return added
  }

  #measure(ofRoute: Map<number, Distribution>, route: Route | null, status: number): Distribution {
    const path = route?.path.replace(/:(\w+)/g, "{$1}") ?? "none"
    const added = this.#registry.histogram(families.httpRequests, route?.method ?? "none", path, String(status))
    ofRoute.set(status, added)
    return added
  }
}

/** Measures the requests of a server, if metrics are on. */
export const requestMetrics = (registry: MetricsRegistry | null, clock: Clock.Clock): RequestMetrics | null =>
  registry === null ? null : new RequestMetrics(registry, clock)
