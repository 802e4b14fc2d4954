import * as Context from "effect/Context"

/** The clients of other services in whose form a server can answer. */
export const compatForms = ["openrouter"] as const

/** A client of another service: `openrouter` is that of the npm package `@openrouter/sdk`. */
export type CompatForm = (typeof compatForms)[number]

/** The headers that pages send which use such a client, besides those of every page. */
export const compatHeaders: Readonly<{ [F in CompatForm]: string }> = {
  openrouter: "HTTP-Referer, X-OpenRouter-Title, X-OpenRouter-Categories"
}

/**
 * The client in whose form a server answers. Null means the contract's own form.
 *
 * @default null
 * @example
 * ```ts
 * import { Memory } from "@tollgate/core"
 * import { Compat, TollgateApp, webHandler } from "@tollgate/http"
 * import { Layer, ManagedRuntime } from "effect"
 *
 * const app = Layer.provide(TollgateApp.layer, Layer.succeed(Compat, "openrouter"))
 * const runtime = ManagedRuntime.make(Layer.provide(app, Memory.layer))
 * const handle = await runtime.runPromise(webHandler())
 * ```
 */
export class Compat extends Context.Reference<Compat>()("@tollgate/http/Compat", {
  defaultValue: (): CompatForm | null => null
}) {}
