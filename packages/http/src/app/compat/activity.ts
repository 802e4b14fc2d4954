import { listActivity } from "@tollgate/core"
import { ActivityQuery, type ActivityRow, ApiKeyQuery, HoldQuery, Usd, UserId } from "@tollgate/core/models"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { jsonAnswer } from "../../request/response.js"
import { toHttpError } from "../../request/toHttpError.js"
import { decodePart } from "../bindPrograms.js"
import type { Routed } from "../router.js"

/** Answers what requests cost in the client's form: a row for each day, model and provider, of the last 30 days. */
export const answerActivity = ({ query }: Routed) =>
  Effect.suspend(() => {
    const decoded = decodePart(ClientQuery, query)
    if (Either.isLeft(decoded)) return Effect.fail(decoded.left)
    return Effect.matchEffect(itemsOf(decoded.right), {
      onFailure: toHttpError,
      // The answer depends on `Accept`, as that of the contract does.
      onSuccess: (data) => Effect.succeed(jsonAnswer(200, { data }, { vary: "Accept" }))
    })
  })

const ClientGroup = Schema.Literal("workspace", "null")

/** The query of the client. The word `null` counts as omitted, as in the contract. */
const ClientQuery = Schema.Struct({
  date: ActivityQuery.fields.from,
  api_key_hash: HoldQuery.fields.key_hash,
  // The id of a user has the form of a name.
  user_id: ApiKeyQuery.fields.name,
  workspace_id: HoldQuery.fields.workspace_id,
  group_by: Schema.optional(ClientGroup)
})
type ClientQuery = typeof ClientQuery.Type

const own = Object.keys(Struct.omit(ActivityQuery.fields, "group_by"))
const isGroupOfClient = Schema.is(Schema.UndefinedOr(ClientGroup))

/** Whether a query is one of the contract: it has a parameter, or a grouping, that only the contract has. */
export const isOfContract = (query: Routed["query"]): boolean =>
  own.some((name) => name in query) || !isGroupOfClient(query["group_by"])

const item = ({ byok_cost, cost, day, input_tokens, model, output_tokens, provider, requests }: ActivityRow) => ({
  date: day,
  model: model ?? "",
  model_permaslug: model ?? "",
  endpoint_id: "",
  provider_name: provider ?? "",
  usage: Usd.toNumber(cost),
  byok_usage_inference: Usd.toNumber(byok_cost),
  requests,
  prompt_tokens: input_tokens,
  completion_tokens: output_tokens,
  // Part of the output: the ledger does not tell them apart.
  reasoning_tokens: 0
})

const itemsOf = Effect.fnUntraced(function* ({ api_key_hash, date, group_by, user_id, workspace_id }: ClientQuery) {
  const perWorkspace = group_by === "workspace"
  const { data } = yield* listActivity({
    ...(date !== undefined && { from: date, to: date }),
    ...(api_key_hash !== undefined && { key: [api_key_hash] }),
    ...(user_id !== undefined && { user: [UserId.make(user_id)] }),
    ...(workspace_id !== undefined && { workspace: [workspace_id] }),
    group_by: ["day", "model", "provider", ...(perWorkspace ? ["workspace"] : [])],
    // The client knows no pages.
    offset: 0,
    limit: Number.MAX_SAFE_INTEGER
  })
  return data.map((row) => ({ ...item(row), ...(perWorkspace && { workspace_id: row.workspace }) }))
})
