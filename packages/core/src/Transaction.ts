import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StorageFailure } from "./StorageFailure.js"

/** Makes several acts one: all of them are kept, or none. One within another is part of it, and nothing inside runs concurrently. */
export class Transaction extends Context.Tag("@tollgate/core/Transaction")<
  Transaction,
  { readonly run: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StorageFailure, R> }
>() {}
