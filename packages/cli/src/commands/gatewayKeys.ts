import * as Args from "@effect/cli/Args"
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import { databaseFlags } from "../database/databaseFlags.js"
import { logFlags } from "../settings/logFlags.js"
import { onDemand } from "./onDemand.js"

const organization = Options.text("organization").pipe(
  Options.withDescription("The id of the only organization that the key spends for. Default: all organizations."),
  Options.optional
)

const hash = Args.text({ name: "hash" }).pipe(
  Args.withDescription("The hash of the key, as `tollgate gateway-keys list` prints it.")
)

const actions = () => import("../actions/gatewayKeys.js")

/** Creates a gateway key. */
export const createGatewayKey = Command.make(
  "create",
  { organization, ...databaseFlags, ...logFlags },
  onDemand(async () => (await actions()).createKey)
).pipe(
  Command.withDescription(
    "Creates a gateway key and prints it once. It is for spending with the API keys of one organization or of all, and gives access to nothing else. " +
      "The log on standard error records it."
  )
)

/** Prints the gateway keys. */
export const listGatewayKeys = Command.make(
  "list",
  databaseFlags,
  onDemand(async () => (await actions()).listKeys)
).pipe(Command.withDescription("Prints the gateway keys without their secrets, newest first."))

/** Deletes a gateway key. */
export const deleteGatewayKey = Command.make(
  "delete",
  { hash, ...databaseFlags, ...logFlags },
  onDemand(async () => (await actions()).deleteKey)
).pipe(
  Command.withDescription(
    "Deletes a gateway key. Requests with it are refused from then on; its holds stay. The log on standard error records it."
  )
)

/** Commands for gateway keys, which only the host has. */
export const gatewayKeys = Command.make("gateway-keys").pipe(
  Command.withDescription("Manages the keys by which gateways spend for the API keys that they serve."),
  Command.withSubcommands([createGatewayKey, listGatewayKeys, deleteGatewayKey])
)
