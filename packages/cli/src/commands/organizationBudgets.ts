import * as Core from "@tollgate/core"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { type DatabaseOptions, inExisting, toChange, toRead } from "../database/databaseLayer.js"
import { NoSuchOrganization, namedOrganization } from "../database/namedOrganization.js"
import { operationOf } from "../operations/resources.js"
import { dollars } from "../output/dollars.js"
import { type LogOptions, logging } from "../settings/logging.js"
import { withFlagNames } from "../settings/withFlagNames.js"
import { showAnswer } from "./showAnswer.js"

interface Options extends DatabaseOptions {
  readonly json: boolean
  readonly organization: Option.Option<string>
}

/** Uses the organization that a command names, or the only one. */
const inOrganization = <A, E>(
  options: Options,
  use: (id: string) => Effect.Effect<A, E | Core.OrganizationNotFound, Core.Services>,
  opening = toChange
) =>
  Effect.gen(function* () {
    const id = yield* namedOrganization(options.organization)
    return yield* Effect.catchIf(
      withFlagNames({ interval: "<interval>", limit_usd: "--limit-usd" })(use(id)),
      (error) => error instanceof Core.OrganizationNotFound,
      () => new NoSuchOrganization({ id })
    )
  }).pipe((program) => inExisting(options, opening, program))

/** Prints what a method answers as the same method of workspaces does. */
const show = (method: string, { json }: Options, answer: unknown) =>
  Effect.flatMap(
    Effect.promise(() => operationOf("workspaces", method)),
    (operation) =>
      showAnswer({ resource: "organizations", operation, flags: new Map(json ? [["--json", "true"]] : []) }, answer)
  )

const toPlain = Schema.encode(Core.PooledBudget)

/** Prints the budgets of an organization. */
export const listBudgets = (options: Options) =>
  inOrganization(
    options,
    (id) =>
      Effect.gen(function* () {
        const budgets = yield* Core.listOrganizationBudgets(id)
        yield* show("listBudgets", options, yield* Effect.forEach(budgets, (budget) => toPlain(budget)))
      }),
    toRead
  )

interface DeleteOptions extends Options, LogOptions {
  readonly interval: string
}

interface SetOptions extends DeleteOptions {
  readonly limit: string
}

// Plain decimals only: `Number` would also read "0x10" and " 5 ".
const readLimit = (text: string) =>
  Schema.decode(Core.NewPooledBudget)({ limit_usd: /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0 }).pipe(
    Effect.mapError(Core.InvalidInput.fromParseError)
  )

/** Sets a budget of an organization, prints it, and records that in the log. */
export const setBudget = (options: SetOptions) =>
  inOrganization(options, (id) =>
    Effect.gen(function* () {
      const budget = yield* Core.setOrganizationBudget(id, options.interval, yield* readLimit(options.limit))
      yield* Effect.logWarning("budget set with `tollgate organizations set-budget`").pipe(
        Effect.annotateLogs({ organization: id, interval: budget.interval, limit: dollars(budget.limit_usd) })
      )
      yield* show("setBudget", options, yield* toPlain(budget))
    })
  ).pipe(Effect.provide(logging(options)))

/** Removes a budget of an organization, and records that in the log. */
export const deleteBudget = (options: DeleteOptions) =>
  inOrganization(options, (id) =>
    Effect.gen(function* () {
      const answer = yield* Core.deleteOrganizationBudget(id, options.interval)
      yield* Effect.logWarning("budget deleted with `tollgate organizations delete-budget`").pipe(
        Effect.annotateLogs({ organization: id, interval: options.interval })
      )
      yield* show("deleteBudget", options, answer)
    })
  ).pipe(Effect.provide(logging(options)))
