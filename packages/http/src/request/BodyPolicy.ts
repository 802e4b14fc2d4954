import { STANDARD_BODY_BYTES } from "../api/BodyLimit.js"
import { ProtocolRefusal } from "../api/ProtocolRefusal.js"
import { contractRoutes } from "../api/RouteTable.js"
import { normalizeTarget, pathOf, stripBasePath } from "./target.js"

/**
 * Memory for bodies beyond the standard size, in bytes, for all requests of a server together. Bodies are read before
 * the caller is known, so without this bound every connection could hold the largest body.
 */
const LARGE_BODY_MEMORY = 32 * 1024 * 1024

const unavailable = new ProtocolRefusal({ reason: "unavailable", headers: { "Retry-After": "1" } })

const tooLarge = (limit: number) =>
  new ProtocolRefusal({ reason: "body_too_large", issues: [{ path: [], expected: `at most ${limit} bytes` }] })

/** Decides how much of one request's body is kept. */
export interface BodyAllowance {
  /** The reason to refuse a body by its `Content-Length`, or null. */
  readonly refuseLength: (bytes: number) => ProtocolRefusal | null
  /** Reserves memory for a body of so many bytes so far. Returns the reason to refuse it, or null. */
  readonly refuseSize: (bytes: number) => ProtocolRefusal | null
  /** Gives the reserved memory back. Call it when the body is no longer needed. */
  readonly release: () => void
}

/** The limits of request bodies of one server. */
export class BodyPolicy {
  readonly #below: (target: string) => string | null
  #free: number

  readonly #routes: typeof contractRoutes

  constructor(basePath: string, memory = LARGE_BODY_MEMORY, routes = contractRoutes) {
    this.#routes = routes
    this.#below = stripBasePath(basePath)
    this.#free = memory
  }

  #limitOf(method: string, target: string): number {
    const below = this.#below(target)
    const routes = below === null ? [] : this.#routes.findAll(pathOf(normalizeTarget(below)))
    return routes.find((route) => route.method === method)?.maxBodyBytes ?? STANDARD_BODY_BYTES
  }

  allow(method: string, target: string): BodyAllowance {
    let reserved = 0
    let limit: number | null = null
    // Few bodies exceed the standard limit, so the route is looked up only for those.
    const refuseLength = (bytes: number) => {
      if (bytes <= STANDARD_BODY_BYTES) return null
      limit ??= this.#limitOf(method, target)
      return bytes > limit ? tooLarge(limit) : null
    }
    return {
      refuseLength,
      refuseSize: (bytes) => {
        const refusal = refuseLength(bytes)
        if (refusal !== null) return refusal
        const more = Math.max(0, bytes - STANDARD_BODY_BYTES - reserved)
        if (more > this.#free) return unavailable
        this.#free -= more
        reserved += more
        return null
      },
      release: () => {
        this.#free += reserved
        reserved = 0
      }
    }
  }
}
