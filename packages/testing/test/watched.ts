import { Memory, type Services } from "@tollgate/core"
import { Transaction } from "@tollgate/core/storage"
import { Context, Effect, FiberRef, Layer, Predicate } from "effect"

/** The number of no transaction. */
export const OUTSIDE = 0

/** A call of a port. */
export interface Call {
  /** Port and method: "KeyStore.find". */
  readonly method: string
  /** The number of the transaction that it was in, or `OUTSIDE`. */
  readonly transaction: number
  /** Whether it changed the state. */
  readonly isWrite: boolean
}

const current = FiberRef.unsafeMake(OUTSIDE)

/** The ports in memory. Each call of them is added to `calls` when it succeeds. */
export const watched = (layer: typeof Memory.layer, calls: Array<Call>): typeof Memory.layer =>
  Layer.flatMap(layer, (context) => {
    const snapshot = Effect.provide(Memory.snapshot, context)
    const watch = (method: string, call: Effect.Effect<unknown, unknown>) =>
      Effect.gen(function* () {
        const before = yield* snapshot
        const answer = yield* call
        const transaction = yield* FiberRef.get(current)
        calls.push({ method, transaction, isWrite: (yield* snapshot) !== before })
        return answer
      })
    const watching = (name: string, port: object) =>
      new Proxy(port, {
        get: (target, method) => {
          const found: unknown = Reflect.get(target, method)
          if (typeof method !== "string") return found
          // What is no method is an effect.
          if (Effect.isEffect(found)) return watch(`${name}.${method}`, found as Effect.Effect<unknown>)
          if (!Predicate.isFunction(found)) return found
          return (...given: ReadonlyArray<unknown>) => {
            const answer: unknown = Reflect.apply(found, target, given)
            if (Effect.isEffect(answer)) return watch(`${name}.${method}`, answer as Effect.Effect<unknown>)
            // `IdempotencyStore.wasKept` answers at once, from what the process remembers.
            calls.push({ method: `${name}.${method}`, transaction: OUTSIDE, isWrite: false })
            return answer
          }
        }
      })
    let transactions = OUTSIDE
    const { run, ...others } = Context.get(context, Transaction)
    const services = new Map(context.unsafeMap)
    for (const [key, port] of services) {
      const name = key.slice(key.lastIndexOf("/") + 1)
      if (/(Store|Catalog|Book)$/.test(name)) services.set(key, watching(name, port))
    }
    services.set(Transaction.key, {
      ...others,
      run: (effect: Effect.Effect<unknown>) =>
        Effect.suspend(() => run(Effect.locally(effect, current, ++transactions)))
    })
    // The same services, each watched.
    return Layer.succeedContext(Context.unsafeMake<Services | Memory.MemoryState>(services))
  })
