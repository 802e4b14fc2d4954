import type { AuthorizedHold } from "@tollgate/client"
import * as Core from "@tollgate/core"
import * as Codec from "@tollgate/core/codec"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"

const Budgets = Schema.Array(Core.Budget)

/** Encodes a value from storage, which its schema never refuses. */
const plain = <A, I>(schema: Schema.Schema<A, I>, value: A): I => Either.getOrThrow(Codec.encode(schema, value))

/** Makes each part of an authorized hold in plain values. `console.log` shows them in this order. */
export const shownParts: {
  readonly [Name in keyof AuthorizedHold]: (authorized: Core.AuthorizedHold) => AuthorizedHold[Name]
} = {
  data: ({ data }) => plain(Core.Hold, data),
  repeated: ({ repeated }) => repeated,
  plan: ({ plan }) => plain(Core.CredentialPlan, plan),
  providers: ({ providers }) => providers && [...providers],
  key_holder: ({ key_holder }) => plain(Core.KeyHolder, key_holder),
  budgets: ({ budgets }) => plain(Budgets, budgets)
}
