import { Context, type Effect } from "effect"
import type { StorageFailure } from "./StorageFailure.js"

/** Whether storage answers right now: for a probe that decides if a process is sent requests. Reads no data. */
export class Readiness extends Context.Tag("@tollgate/core/Readiness")<
  Readiness,
  { readonly check: Effect.Effect<void, StorageFailure> }
>() {}
