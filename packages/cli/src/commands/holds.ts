import * as Args from "@effect/cli/Args"
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import { databaseFlags } from "../database/databaseFlags.js"
import { logFlags } from "../settings/logFlags.js"
import { onDemand } from "./onDemand.js"

const id = Args.text({ name: "id" }).pipe(
  Args.withDescription("The id of the hold, as `tollgate holds list` prints it.")
)

const cost = Args.text({ name: "usd" }).pipe(
  Args.withDescription("The cost of the request in USD. 0 if the provider billed nothing.")
)

const state = Options.text("state").pipe(
  Options.withDescription(
    "Prints only holds in this state: open, expired, released, unknown or settled. Default: all."
  ),
  Options.optional
)

const flag = Options.text("flag").pipe(
  Options.withDescription(
    "Prints only holds with this flag: overdrawn, late, outside_plan, outside_policy, price_missing, settlement_refused or credential_assumed. Default: all."
  ),
  Options.optional
)

const only = (name: string, meaning: string) =>
  Options.text(name).pipe(Options.withDescription(`Prints only holds ${meaning}. Default: all.`), Options.optional)

const filters = {
  state,
  flag,
  organization: only("organization", "of the organization with this id"),
  workspace: only("workspace", "of the workspace with this id"),
  key: only("key", "of the API key with this hash, 64 hexadecimal digits"),
  instance: only("instance", "that this process of a gateway created")
}

const actions = () => import("../actions/holds.js")

/** Prints holds. */
export const listHolds = Command.make(
  "list",
  { ...filters, ...databaseFlags },
  onDemand(async () => (await actions()).listHolds)
).pipe(
  Command.withDescription(
    "Prints holds, newest first: id, state, amount or cost, the first 12 digits of the key's hash, time, flags. The flags combine."
  )
)

/** Ends a hold with a cost. */
export const settleHold = Command.make(
  "settle",
  { id, cost, ...databaseFlags, ...logFlags },
  onDemand(async () => (await actions()).settleHold)
).pipe(
  Command.withDescription(
    "Ends a hold with the cost of its request, such as one whose outcome is unknown, by the gateway's own credential. A hold that is " +
      "settled already does not change. The log on standard error records it."
  )
)

/** Ends a hold whose request was not made. */
export const releaseHold = Command.make(
  "release",
  { id, ...databaseFlags, ...logFlags },
  onDemand(async () => (await actions()).releaseHold)
).pipe(
  Command.withDescription(
    "Ends a hold whose request was not made, and returns its amount to the budgets. A hold that is unknown or settled does not change. " +
      "The log on standard error records it."
  )
)

/** Commands for holds, to reconcile them with what providers bill. */
export const holds = Command.make("holds").pipe(
  Command.withDescription("Lists amounts that are set aside for requests, and ends them."),
  Command.withSubcommands([listHolds, settleHold, releaseHold])
)
