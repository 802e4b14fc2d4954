import * as Core from "@tollgate/core"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { type DatabaseGiven, inExisting, toChange, toRead } from "../database/databaseLayer.js"
import { NoSuchOrganization, namedOrganization } from "../database/namedOrganization.js"
import { operationOf } from "../operations/resources.js"
import { dollars } from "../output/dollars.js"
import { type LogGiven, logging } from "../settings/logging.js"
import { namedAsGiven } from "../settings/namedAsGiven.js"
import { showAnswer } from "./showAnswer.js"

interface Given extends DatabaseGiven {
  readonly json: boolean
  readonly organization: Option.Option<string>
}

/** Uses the organization that a command names, or the only one. */
const inOrganization = <A, E>(
  given: Given,
  use: (id: string) => Effect.Effect<A, E | Core.OrganizationNotFound, Core.Services>,
  opening = toChange
) =>
  Effect.gen(function* () {
    const id = yield* namedOrganization(given.organization)
    return yield* Effect.catchIf(
      namedAsGiven({ interval: "<interval>", limit_usd: "--limit-usd" })(use(id)),
      (error) => error instanceof Core.OrganizationNotFound,
      () => new NoSuchOrganization({ id })
    )
  }).pipe((program) => inExisting(given, opening, program))

/** Prints what a method answers as the same method of workspaces does. */
const show = (method: string, { json }: Given, answer: unknown) =>
  Effect.flatMap(
    Effect.promise(() => operationOf("workspaces", method)),
    (operation) =>
      showAnswer({ resource: "organizations", operation, flags: new Map(json ? [["--json", "true"]] : []) }, answer)
  )

const toPlain = Schema.encode(Core.PooledBudget)

/** Prints the budgets of an organization. */
export const listBudgets = (given: Given) =>
  inOrganization(
    given,
    (id) =>
      Effect.gen(function* () {
        const budgets = yield* Core.listOrganizationBudgets(id)
        yield* show("listBudgets", given, yield* Effect.forEach(budgets, (budget) => toPlain(budget)))
      }),
    toRead
  )

interface DeleteGiven extends Given, LogGiven {
  readonly interval: string
}

interface SetGiven extends DeleteGiven {
  readonly limit: string
}

// Plain decimals only: `Number` would also read "0x10" and " 5 ".
const readLimit = (text: string) =>
  Schema.decode(Core.NewPooledBudget)({ limit_usd: /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0 }).pipe(
    Effect.mapError(Core.InvalidInput.fromParseError)
  )

/** Sets a budget of an organization, prints it, and records that in the log. */
export const setBudget = (given: SetGiven) =>
  inOrganization(given, (id) =>
    Effect.gen(function* () {
      const budget = yield* Core.setOrganizationBudget(id, given.interval, yield* readLimit(given.limit))
      yield* Effect.logWarning("budget set with `tollgate organizations set-budget`").pipe(
        Effect.annotateLogs({ organization: id, interval: budget.interval, limit: dollars(budget.limit_usd) })
      )
      yield* show("setBudget", given, yield* toPlain(budget))
    })
  ).pipe(Effect.provide(logging(given)))

/** Removes a budget of an organization, and records that in the log. */
export const deleteBudget = (given: DeleteGiven) =>
  inOrganization(given, (id) =>
    Effect.gen(function* () {
      const answer = yield* Core.deleteOrganizationBudget(id, given.interval)
      yield* Effect.logWarning("budget deleted with `tollgate organizations delete-budget`").pipe(
        Effect.annotateLogs({ organization: id, interval: given.interval })
      )
      yield* show("deleteBudget", given, answer)
    })
  ).pipe(Effect.provide(logging(given)))
