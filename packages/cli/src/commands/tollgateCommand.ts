import * as Command from "@effect/cli/Command"
import { activity, listActivity } from "./activity.js"
import { audit, auditHeads, exportAuditLog, verifyAuditLog } from "./audit.js"
import { backup } from "./backup.js"
import { completions } from "./completions.js"
import { conformance } from "./conformance.js"
import { demo } from "./demo.js"
import { exportAccounts } from "./export.js"
import { createGatewayKey, deleteGatewayKey, gatewayKeys, listGatewayKeys } from "./gatewayKeys.js"
import { importAccounts } from "./import.js"
import { importKeys } from "./importKeys.js"
import { init } from "./init.js"
import { keys } from "./keys.js"
import { migrate } from "./migrate.js"
import { deleteBudget, listBudgets, organizations, setBudget } from "./organizations.js"
import { diffPrices, importPrices, listPrices, prices } from "./prices.js"
import { prune } from "./prune.js"
import { recoverKey } from "./recoverKey.js"
import { restore } from "./restore.js"
import { serve } from "./serve.js"
import { rewrapVault, vault } from "./vault.js"
import { verify } from "./verify.js"

/** The `tollgate` command. */
export const tollgateCommand = Command.make("tollgate").pipe(
  Command.withDescription(
    "The account side of a model gateway: API keys with limits, provider credentials, guardrails, workspaces, presets. " +
      "Start with `tollgate serve`. Settings are flags or the variables TOLLGATE_HOST, TOLLGATE_PORT, TOLLGATE_DATABASE, " +
      "TOLLGATE_MASTER_KEY, TOLLGATE_REQUESTS_PER_MINUTE, TOLLGATE_RETENTION_DAYS, TOLLGATE_AUDIT_RETENTION_DAYS, TOLLGATE_METRICS, " +
      "TOLLGATE_SERVE_CREDENTIALS, TOLLGATE_ALLOW_IMPORT, TOLLGATE_CORS_ORIGIN, TOLLGATE_LOG and TOLLGATE_LOG_FORMAT; the flag wins."
  ),
  Command.withSubcommands([
    serve,
    init,
    migrate,
    backup,
    restore,
    exportAccounts,
    importAccounts,
    verify,
    activity,
    prune,
    audit,
    keys,
    gatewayKeys,
    organizations,
    prices,
    vault,
    demo,
    conformance,
    completions
  ])
)

/** All commands, in the order of the help. */
export const commands = [
  { path: ["serve"], command: serve },
  { path: ["init"], command: init },
  { path: ["migrate"], command: migrate },
  { path: ["backup"], command: backup },
  { path: ["restore"], command: restore },
  { path: ["export"], command: exportAccounts },
  { path: ["import"], command: importAccounts },
  { path: ["verify"], command: verify },
  { path: ["activity", "list"], command: listActivity },
  { path: ["prune"], command: prune },
  { path: ["audit", "verify"], command: verifyAuditLog },
  { path: ["audit", "head"], command: auditHeads },
  { path: ["audit", "export"], command: exportAuditLog },
  { path: ["keys", "import"], command: importKeys },
  { path: ["keys", "recover"], command: recoverKey },
  { path: ["gateway-keys", "create"], command: createGatewayKey },
  { path: ["gateway-keys", "list"], command: listGatewayKeys },
  { path: ["gateway-keys", "delete"], command: deleteGatewayKey },
  { path: ["organizations", "list-budgets"], command: listBudgets },
  { path: ["organizations", "set-budget"], command: setBudget },
  { path: ["organizations", "delete-budget"], command: deleteBudget },
  { path: ["prices", "import"], command: importPrices },
  { path: ["prices", "list"], command: listPrices },
  { path: ["prices", "diff"], command: diffPrices },
  { path: ["vault", "rewrap"], command: rewrapVault },
  { path: ["demo"], command: demo },
  { path: ["conformance"], command: conformance },
  { path: ["completions"], command: completions }
] as const
