import { getWorkspace, type Services } from "@tollgate/core"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import type { Operation } from "../../api/Operation.js"
import { PaymentRequired } from "../../api/WireError.js"
import type { AnyCaller } from "../../programs.js"
import { BufferedRequest } from "../../request/BufferedRequest.js"
import { refusalAnswer } from "../../request/errorResponse.js"
import { prefersCsv } from "../../request/prefersCsv.js"
import * as RequestState from "../../request/RequestState.js"
import { withJson } from "../../request/response.js"
import { toHttpError } from "../../request/toHttpError.js"
import type { Route, Routed } from "../router.js"
import { answerActivity, isOfContract } from "./activity.js"
import { type CompatModel, compatModels, compatStatuses, type Place } from "./fields.js"
import { readBody } from "./readBody.js"

type Answer = Route<AnyCaller | Services>["answer"]

/** Answers an operation in the form of OpenRouter's client: with the fields of `compatModels`, its statuses and its activity. */
export const openrouter = (operation: Operation, answer: Answer): Answer => {
  const adapted = adaptAnswer(operation, answer)
  return operation.statuses.includes(402) ? withoutPayment(adapted) : adapted
}

const adaptAnswer = (operation: Operation, answer: Answer): Answer => {
  if (operation.name === "listActivity") return adaptActivity(answer)
  const model = Object.values(compatModels).find(({ operations }) => operations.includes(operation.name))
  return model === undefined ? answer : adaptRecords(operation, model, answer)
}

const adaptActivity =
  (answer: Answer): Answer =>
  (routed) =>
    isOfContract(routed.query) || prefersCsv(routed.request.headers["accept"]) ? answer(routed) : answerActivity(routed)

/** The record with the fields that the client has beside. */
const withFields = (value: unknown, fields: CompatModel["fields"], place: Place): unknown => {
  if (!Predicate.isRecord(value)) return value
  const shown = Object.entries(fields).flatMap(([name, { show }]) =>
    show === null ? [] : [[name, show(value, place)]]
  )
  return { ...value, ...Object.fromEntries(shown) }
}

const adaptBody =
  ({ fields, within }: CompatModel, place: Place) =>
  (body: unknown): unknown => {
    if (!Predicate.isRecord(body)) return body
    const { data } = body
    if (Array.isArray(data)) return { ...body, data: data.map((record) => withFields(record, fields, place)) }
    if (within === null || !Predicate.isRecord(data)) return { ...body, data: withFields(data, fields, place) }
    return { ...body, data: { ...data, [within]: withFields(data[within], fields, place) } }
  }

/**
 * The UUID of the workspace in the path. The operation is given it in place of a slug, so that the answer names the workspace that was
 * changed, also if the slug has become that of another one.
 */
const workspaceIn = ({ params: { id = "" } }: Routed) =>
  getWorkspace(id).pipe(
    Effect.map((workspace): string => workspace.id),
    // The operation itself refuses it, in the order of its refusals.
    Effect.catchTag("WorkspaceNotFound", () => Effect.succeed(id)),
    Effect.catchAll(toHttpError)
  )

const adaptRecords = (operation: Operation, model: CompatModel, answer: Answer): Answer => {
  const read = readBody(model.fields)
  const hasWorkspace = model === compatModels["Workspace budget"]
  const status = compatStatuses[operation.name]
  return (routed) =>
    Effect.gen(function* () {
      const { caller } = yield* RequestState.Current
      const workspaceId = hasWorkspace ? yield* workspaceIn(routed) : null
      const place = { organizationId: caller?.organizationId ?? null, workspaceId }
      const { params, request } = routed
      const adapted = {
        ...routed,
        params: workspaceId === null ? params : { ...params, id: workspaceId },
        request: operation.takesBody && BufferedRequest.is(request) ? request.withBody(read) : request
      }
      return withJson(yield* answer(adapted), adaptBody(model, place), status)
    })
}

const forbidden = (body: unknown) =>
  Predicate.isRecord(body) && Predicate.isRecord(body["error"])
    ? { ...body, error: { ...body["error"], code: 403 } }
    : body

/** Answers 403 where the contract answers 402. */
const withoutPayment =
  (answer: Answer): Answer =>
  (routed) =>
    Effect.catchIf(
      answer(routed),
      (failure) => failure instanceof PaymentRequired,
      (refusal) =>
        Effect.gen(function* () {
          return withJson(yield* refusalAnswer(refusal, yield* RequestState.Current), forbidden, 403)
        })
    )
