import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import { databaseFlags } from "../database/databaseFlags.js"
import { onDemand } from "./onDemand.js"

const actions = () => import("../actions/audit.js")

const heads = Options.text("heads").pipe(
  Options.withDescription(
    "A file with heads that were kept: the server's log, in either format, or what `tollgate audit head` has printed. Each is compared with " +
      "the entry of its number."
  ),
  Options.optional
)

/** Checks the chains of the audit log. */
export const verifyAuditLog = Command.make(
  "verify",
  { heads, ...databaseFlags },
  onDemand(async () => (await actions()).verifyAuditLog)
).pipe(
  Command.withDescription(
    "Computes the hash of every entry of the audit log, compares it with heads that were kept, and prints which entries the retention has deleted and where a chain is broken. " +
      "Exits with 1 if one is, also if its first entries are gone and no entry says that the retention has deleted them. It writes " +
      "nothing, and may run while servers use the database."
  )
)

/** Prints the heads of the chains. */
export const auditHeads = Command.make(
  "head",
  databaseFlags,
  onDemand(async () => (await actions()).auditHeads)
).pipe(
  Command.withDescription(
    "Prints the number and the hash of the last audit entry of each organization, and of what concerns all of them, then the number of the " +
      "first one and the hash to which it is chained. Store them where the database's administrators cannot write: a chain that was " +
      "written anew does not have the hash at that number, which `tollgate audit verify --heads` finds."
  )
)

/** Prints the audit log. */
export const exportAuditLog = Command.make(
  "export",
  databaseFlags,
  onDemand(async () => (await actions()).exportAuditLog)
).pipe(
  Command.withDescription(
    "Prints every entry of the audit log as a line of JSON, by organization and number, with all that its hash is computed from."
  )
)

/** Commands for the audit log. */
export const audit = Command.make("audit").pipe(
  Command.withDescription("Checks and exports the audit log."),
  Command.withSubcommands([verifyAuditLog, auditHeads, exportAuditLog])
)
