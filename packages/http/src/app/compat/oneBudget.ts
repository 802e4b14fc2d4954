import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { STANDARD_BODY_BYTES } from "../../api/BodyLimit.js"
import { BASE_PATH } from "../../api/paths.js"
import { NotFound } from "../../api/WireError.js"
import * as RequestState from "../../request/RequestState.js"
import { jsonOf, withJson } from "../../request/response.js"
import type { Route } from "../router.js"

const LIST = `${BASE_PATH}/workspaces/:id/budgets`

/** The route of one budget of a workspace. The client reads it; the contract has the list alone. */
export const budgetRoute = {
  method: "GET",
  template: `${BASE_PATH}/workspaces/:id/budgets/:interval`,
  maxBodyBytes: STANDARD_BODY_BYTES
} as const

const budgetIn = (body: unknown, interval: string | undefined): unknown =>
  Predicate.isRecord(body) && Array.isArray(body["data"])
    ? body["data"].find((budget) => Predicate.isRecord(budget) && budget["interval"] === interval)
    : undefined

/** Adds the route of one budget, which answers from the route of the list: with its key, its rate limit and its metrics. */
export const withOneBudget = <R>(routes: ReadonlyArray<Route<R>>): ReadonlyArray<Route<R>> => {
  const list = routes.find(({ method, path }) => method === "GET" && path === LIST)
  if (list === undefined) return routes
  const answer: Route<R>["answer"] = (routed) =>
    Effect.gen(function* () {
      const state = yield* RequestState.Current
      state.route = list
      const { id, interval } = routed.params
      const listed = yield* list.answer({ ...routed, params: { id } })
      const data = budgetIn(jsonOf(listed), interval)
      if (data === undefined) return yield* Effect.fail(NotFound.because("budget_not_found"))
      return withJson(listed, () => ({ data }))
    })
  return [...routes, { method: budgetRoute.method, path: budgetRoute.template, answer }]
}
