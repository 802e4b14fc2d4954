import { authenticate, type Caller, KeyStore } from "@tollgate/core"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exchange from "../Exchange.js"
import { toWire } from "../refusals.js"
import { Forbidden, Unauthorized } from "../WireError.js"
import { bearer } from "./bearer.js"

/** Who sends this request; the exchange remembers it. */
export const identify = Effect.map(KeyStore, (keys) =>
  bearer.pipe(
    Effect.flatMap((secret) => toWire(authenticate(secret))),
    Effect.tap((caller) => Exchange.update({ caller })),
    Effect.provideService(KeyStore, keys)
  )
)

type Who = Context.Tag.Service<Caller>

const isManagement = (caller: Who) => caller.kind === "management"

/** Lets management keys through; the wrong kind of key is told so. */
export const managementOnly = <E, R>(who: Effect.Effect<Who, E, R>) =>
  Effect.filterOrFail(who, isManagement, () => Forbidden.managementOnly())

/** Lets management keys through; the wrong kind of key reads as an invalid one. */
export const managementHidden = <E, R>(who: Effect.Effect<Who, E, R>) =>
  Effect.filterOrFail(who, isManagement, () => Unauthorized.invalid())
