import * as Args from "@effect/cli/Args"
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import { databaseFlags } from "../database/databaseFlags.js"
import { logFlags } from "../settings/logFlags.js"
import { onDemand } from "./onDemand.js"

const organization = Options.text("organization").pipe(
  Options.withDescription("The id of the organization. Required if there are several."),
  Options.optional
)

const interval = Args.text({ name: "interval" }).pipe(
  Args.withDescription("The interval of the budget: daily, weekly, monthly or lifetime.")
)

const limit = Options.text("limit-usd").pipe(
  Options.withDescription("The limit in USD, above those of shorter intervals and below those of longer ones.")
)

const json = Options.boolean("json").pipe(Options.withDescription("Prints JSON."))

const actions = () => import("../actions/organizationBudgets.js")

/** Prints the budgets of an organization. */
export const listBudgets = Command.make(
  "list-budgets",
  { organization, json, ...databaseFlags },
  onDemand(async () => (await actions()).listBudgets)
).pipe(
  Command.withDescription(
    "Prints the budgets of an organization: interval, limit, spent, held, unknown and left, in USD."
  )
)

/** Sets a budget of an organization. */
export const setBudget = Command.make(
  "set-budget",
  { interval, limit, organization, json, ...databaseFlags, ...logFlags },
  onDemand(async () => (await actions()).setBudget)
).pipe(
  Command.withDescription(
    "Sets what all keys of an organization may spend together in an interval. It acts on the next request, also of servers " +
      "that run. No API key can change it. The log on standard error records it."
  )
)

/** Removes a budget of an organization. */
export const deleteBudget = Command.make(
  "delete-budget",
  { interval, organization, json, ...databaseFlags, ...logFlags },
  onDemand(async () => (await actions()).deleteBudget)
).pipe(
  Command.withDescription(
    "Removes the budget of an organization for an interval. The log on standard error records it."
  )
)

/** Commands for organizations, which only the host has. */
export const organizations = Command.make("organizations").pipe(
  Command.withDescription("Manages the budgets of organizations."),
  Command.withSubcommands([listBudgets, setBudget, deleteBudget])
)
