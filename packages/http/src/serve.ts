import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import type { Services } from "@tollgate/core"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type { Groups, Resource } from "./Endpoint.js"
import * as Exchange from "./Exchange.js"
import type { Programs } from "./Program.js"
import { TollgateApi } from "./TollgateApi.js"
import { type Refusal, type Tag, toWire } from "./toWire.js"

type AnyProgram = (request: unknown) => Effect.Effect<unknown, Refusal<Tag>, never>
interface AnyHandlers {
  readonly handle: (name: string, handler: AnyProgram | ((request: unknown) => unknown)) => AnyHandlers
}

const answered = Effect.tap(() => Exchange.update({ answered: true }))

/** Puts programs behind a resource's endpoints. */
export const serve = <const G extends Resource>(
  resource: G,
  programs: Programs<G>
): Layer.Layer<
  HttpApiGroup.ApiGroup<"tollgate", G>,
  never,
  Services | HttpApiGroup.HttpApiGroup.MiddlewareWithName<Groups, G>
> => {
  const build = (handlers: AnyHandlers): AnyHandlers =>
    Object.entries<AnyProgram>(programs as never).reduce(
      (handlers, [name, program]) => handlers.handle(name, (request) => answered(toWire(program(request)))),
      handlers
    )
  // The builder's types count handlers one by one. What they would have checked, `Programs` has checked by name.
  return HttpApiBuilder.group(TollgateApi, resource, build as never) as never
}
