import {
  createByokCredential,
  createGuardrail,
  createKey,
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
import { aWorkspace } from "./workspaces.js"

/** Makes something, and answers with what a path calls it. */
type Named = Effect.Effect<string, unknown, ManagementCaller | Services>

/** What the parameter of a resource's paths names: a new one of the caller's organization. */
const named: Readonly<Record<string, Named>> = {
  byok: Effect.map(createByokCredential(aByokCredential()), ({ id }) => id),
  guardrails: Effect.map(createGuardrail(aGuardrail()), ({ id }) => id),
  keys: Effect.map(createKey(aKey()), ({ data }) => data.hash),
  workspaces: Effect.map(
    Effect.flatMap(Entropy.uuid, (id) => createWorkspace(aWorkspace({ slug: `w-${id.slice(0, 8)}` }))),
    ({ id }) => id
  )
}

/** Something new that an operation's path can name. Dies where nobody has said yet what a resource's path names. */
export const aTargetOf = ({ id, resource }: Operation): Named =>
  named[resource] ??
  Effect.dieMessage(`${id}: say in packages/testing/src/requests.ts what a path of "${resource}" names`)

/** An operation's path below the base address, with a name in place of its parameter. */
export const pathOf = ({ path }: Operation, name: string): string => path.replace(/\{\w+\}/g, encodeURIComponent(name))

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
