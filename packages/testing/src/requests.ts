import {
  createByokCredential,
  createGuardrail,
  createKey,
  createPreset,
  createWorkspace,
  Entropy,
  type ManagementCaller,
  type Services
} from "@tollgate/core"
import type { Operation } from "@tollgate/http"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { aByokCredential } from "./byok.js"
import { aGuardrail } from "./guardrails.js"
import { aKey } from "./keys.js"
import { aPreset } from "./presets.js"
import { aWorkspace } from "./workspaces.js"

/** What stands for each parameter of a path, by the parameter's name. */
export type Target = Readonly<Record<string, string>>

/** Makes something of the caller's organization, and answers with what a path calls it. */
type Named = Effect.Effect<Target, unknown, ManagementCaller | Services>

/** What the parameters of a resource's paths name, or those of one path, which then goes before its resource. */
const named: Readonly<Record<string, Named>> = {
  byok: Effect.map(createByokCredential(aByokCredential()), ({ id }) => ({ id })),
  guardrails: Effect.map(createGuardrail(aGuardrail()), ({ id }) => ({ id })),
  keys: Effect.map(createKey(aKey()), ({ data }) => ({ hash: data.hash })),
  presets: Effect.map(
    Effect.flatMap(Entropy.uuid, (id) => createPreset(aPreset({ slug: `p-${id}` }))),
    ({ slug }) => ({ slug })
  ),
  workspaces: Effect.map(
    Effect.flatMap(Entropy.uuid, (id) => createWorkspace(aWorkspace({ slug: `w-${id.slice(0, 8)}` }))),
    ({ id }) => ({ id })
  )
}

/** Something new that an operation's path can name. Dies where nobody has said yet what its resource's paths name. */
export const aTargetOf = ({ id, path, resource }: Operation): Named =>
  named[path] ??
  named[resource] ??
  Effect.dieMessage(`${id}: say in packages/testing/src/requests.ts what a path of "${resource}" names`)

/** The names of the parameters of an operation's path. */
export const parametersOf = ({ path }: Pick<Operation, "path">): ReadonlyArray<string> =>
  Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name)

/** The same text for every parameter of an operation's path. */
export const filledWith = (operation: Pick<Operation, "path">, text: string): Target =>
  Object.fromEntries(parametersOf(operation).map((name) => [name, text]))

/** An operation's path below the base address, with what stands for its parameters. Throws where one is not said. */
export const pathOf = ({ id, path }: Pick<Operation, "id" | "path">, target: Target): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const text = Object.hasOwn(target, name) ? target[name] : undefined
    if (text === undefined) throw new Error(`${id}: say in packages/testing/src/requests.ts what {${name}} names`)
    return encodeURIComponent(text)
  })

/** Bodies that an operation takes, as JSON; none where it takes none. The same ones for the same seed. */
export const bodiesOf = ({ endpoint }: Operation, count: number, seed = 1): ReadonlyArray<string> =>
  Option.match(endpoint.payloadSchema, {
    onNone: () => [],
    onSome: (schema) => {
      const encode = Schema.encodeSync(schema)
      return FastCheck.sample(Arbitrary.make(schema), { numRuns: count, seed }).map((input) =>
        JSON.stringify(encode(input))
      )
    }
  })
