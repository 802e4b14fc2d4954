import { type Command, command } from "../arguments/Command.js"
import {
  accountFlags,
  argument,
  database,
  databaseFlags,
  file,
  fileFlag,
  logFlags,
  ofSetting,
  onOff,
  optional,
  required,
  switchOf,
  text,
  withDefault
} from "../arguments/parameters.js"
import * as settings from "../settings/settings.js"

const audit = () => import("./audit.js")
const gatewayKeys = () => import("./gatewayKeys.js")
const organizationBudgets = () => import("./organizationBudgets.js")
const prices = () => import("./prices.js")

const organization = text("organization", "The id of the organization. Required if the database has several.")
const json = onOff("json", "Print the result as JSON.")
const interval = argument("interval", "The interval of the budget: daily, weekly, monthly or lifetime.")
const gatewayKeyHash = argument("hash", "The hash of the key, as `tollgate gateway-keys list` prints it.")
const priceFile = file("file", 'A JSON file: { "cards": [...] }, the file of models.dev, or LiteLLM\'s file.')
const replace = onOff(
  "replace",
  "Replace the whole price book by the cards of the file. By default they are merged into it."
)
const reportFlags = {
  from: text("from", "The first day (UTC), such as 2026-05-01. Default: 29 days before the last."),
  to: text("to", "The last day (UTC), at most 366 days in all. Default: today."),
  last: text("last", "The last days (UTC), such as 7d, including today, in place of --from and --to."),
  month: text("month", "A month (UTC), such as 2026-10, in place of --from and --to.")
}
const several = (name: string, meaning: string) => ({ ...text(name, meaning), isRepeatable: true as const })
const filterFlags = {
  key: several(
    "key",
    "Only requests of these API keys: by hashes, the first 8 or more digits of them, or, where the caller may list keys, whole names."
  ),
  model: several("model", "Only requests of these models. none stands for requests that state none."),
  user: several("user", "Only requests of these users, by their ids."),
  provider: several("provider", "Only requests to these providers. none stands for requests that state none."),
  workspace: several("workspace", "Only requests of keys in these workspaces, by their UUIDs.")
}
const retention = {
  retentionDays: ofSetting(settings.retentionDays),
  auditRetentionDays: ofSetting(settings.auditRetentionDays)
}

/** The commands that do not follow from an operation, or print its list in a form of their own. */
export const writtenCommands: ReadonlyArray<Command> = [
  command("serve", {
    description:
      "Serve the HTTP API on a database. A new one gets an organization, its first management key and a gateway key, which are " +
      "printed once. SIGTERM and Ctrl+C stop the server after the requests in flight, for at most 7 seconds; a third Ctrl+C ends it " +
      "at once. SIGHUP is ignored.",
    args: {},
    flags: {
      host: ofSetting(settings.host),
      port: ofSetting(settings.port),
      requestsPerMinute: ofSetting(settings.requestsPerMinute),
      ...retention,
      serveCredentials: switchOf(settings.serveCredentials),
      allowImport: switchOf(settings.allowImport),
      webhookPrivate: switchOf(settings.webhookPrivate),
      noConsole: switchOf(settings.noConsole),
      compat: ofSetting(settings.compat),
      corsOrigins: { ...ofSetting(settings.corsOrigins), isRepeatable: true },
      metrics: ofSetting(settings.metrics),
      forwardAuth: ofSetting(settings.forwardAuth),
      forwardAuthSettings: { ...ofSetting(settings.forwardAuthSettings), isFile: true },
      ...databaseFlags,
      ...logFlags
    },
    load: async () => (await import("./serve.js")).serve
  }),
  command("init", {
    description:
      "Create one organization in a new database and print its management key and a gateway key, once. A database that already has an organization is refused.",
    args: {},
    flags: databaseFlags,
    load: async () => (await import("./init.js")).init
  }),
  command("migrate", {
    description:
      "Create the tables of a PostgreSQL database, or change those of any database to this version. Other commands do the same " +
      "when they open it; this one is for a server whose user has only the privileges SELECT, INSERT, UPDATE and DELETE.",
    args: {},
    flags: { database },
    load: async () => (await import("./migrate.js")).migrate
  }),
  command("backup", {
    description:
      "Copy a database file, also while a server has it open, and verify the copy. No file is overwritten. " +
      "Keep the copy as secret as the database. Without the master key its credentials cannot be read.",
    args: {
      database: file("database", "The SQLite file to copy."),
      copy: file("copy", "The file to create. It must not exist.")
    },
    flags: {},
    load: async () => (await import("./backup.js")).backup
  }),
  command("restore", {
    description:
      "Create a database file from a copy, after verifying the copy. A database that exists, is open, or has left its log is not overwritten.",
    args: {
      copy: file("copy", "A copy that `tollgate backup` made."),
      database: file("database", "The SQLite file to create. It must not exist.")
    },
    flags: {},
    load: async () => (await import("./restore.js")).restore
  }),
  command("export", {
    description:
      "Write all accounts of a database as lines of JSON, with a checksum, also while servers use it. `tollgate import` reads them. Keys are " +
      "hashes and credentials stay sealed: only the master key, which is not in the export, opens them. Authorization codes and stored responses " +
      "of idempotent requests are left out.",
    args: {
      file: optional(file("file", "The file to create. It must not exist. Standard output, if it is absent or -."), "-")
    },
    flags: {
      ledger: onOff(
        "ledger",
        "Also export the ledger of spending, with open holds. Without it, what was spent becomes an opening balance."
      ),
      organization: text(
        "organization",
        "The id of the only organization to export, without the ledger. Default: all organizations."
      ),
      database
    },
    load: async () => (await import("./exportAccounts.js")).exportAccounts
  }),
  command("import", {
    description:
      "Store all accounts of an export in a new database: all of them, or nothing if a line or the checksum is wrong. A missing SQLite file is " +
      "created; a PostgreSQL database needs the owner of its tables. Give the master key of the exported database, if you have it here: another " +
      "one is refused, because it would not open the credentials.",
    args: { file: file("file", "A file that `tollgate export` made, or - for standard input.") },
    flags: {
      withoutCredentials: onOff(
        "without-credentials",
        "If the master key of the exported database is lost: import its credentials disabled and without their secrets, as `tollgate vault abandon` leaves them."
      ),
      ...databaseFlags
    },
    load: async () => (await import("./importAccounts.js")).importAccounts
  }),
  command("verify", {
    description:
      "Check all spending counters against the ledger and print differences. Exits with 1 if there is one. It changes nothing, and may run " +
      "while servers use the database.",
    args: {},
    flags: databaseFlags,
    load: async () => (await import("./verify.js")).verify
  }),
  command("activity list", {
    description:
      "Print what the requests of an organization cost, in USD. The newest day comes first, then the highest cost, with a bar for each; the " +
      "total comes last. Keys and workspaces have their names beside them. A user has none: the host has assigned the id. Of --key, --model, " +
      "--user, --provider and --workspace, each takes 1 to 10 values, separated by commas, and a request must have one of each that is given.",
    args: {},
    flags: {
      ...reportFlags,
      groupBy: withDefault(
        text(
          "group-by",
          "Groups, separated by commas: day, model, provider, key, user, workspace, basis, or label: and the name of a label."
        ),
        "day"
      ),
      ...filterFlags,
      json: onOff("json", "Print JSON, with whole hashes of keys."),
      csv: onOff("csv", "Print CSV, with whole hashes of keys."),
      organization: accountFlags.organization,
      url: accountFlags.url,
      ...databaseFlags
    },
    load: async () => (await import("./activity.js")).listActivity
  }),
  command("usage", {
    description:
      "Print what the requests of an organization cost, for tools that read bills: one row a day (UTC), key, model and basis, with its tokens " +
      "summed. A day changes when a cost of it is corrected or settled later. Costs through the organization's own credentials, and unknown ones, " +
      "are in columns of their own (x_ByokCost, x_UnknownCost), and not billed.",
    args: {},
    flags: {
      format: withDefault(text("format", "The format: focus, which is CSV with the columns of FOCUS 1.2."), "focus"),
      ...reportFlags,
      labels: text(
        "labels",
        "Names of at most 3 labels, separated by commas, that become tags. Requests with other values of them are other rows. Default: none."
      ),
      billingAccount: text(
        "billing-account",
        "The id of the billed account (BillingAccountId). Default: the value of --organization, or else default."
      ),
      provider: withDefault(
        text(
          "provider",
          "The company that offers the gateway and bills it (ProviderName, PublisherName, InvoiceIssuerName)."
        ),
        "Tollgate"
      ),
      organization: accountFlags.organization,
      url: accountFlags.url,
      ...databaseFlags
    },
    load: async () => (await import("./usage.js")).printUsage
  }),
  command("prune", {
    description:
      "Delete expired data: ledger entries, alerts, idle runs, stored responses of idempotent requests and, with --audit-retention-days, audit entries. " +
      "Ledger entries and alerts are kept for --retention-days, runs for 32 days after their latest request, stored responses for 24 hours. Counters and " +
      "reports keep the costs. A deletion of audit entries is recorded in the audit log and on standard error. Servers may use the database " +
      "meanwhile, with the same retention; `tollgate serve` does the same each hour.",
    args: {},
    flags: { ...retention, ...logFlags, ...databaseFlags },
    load: async () => (await import("./prune.js")).prune
  }),
  command("audit verify", {
    description:
      "Compute the hash of every entry of the audit log, compare it with heads that were kept, and print which entries the retention has deleted and where a chain is broken. " +
      "Exits with 1 if one is, also if its first entries are gone and no entry says that the retention has deleted them. It notes " +
      "for each organization when it was checked and whether its chain was intact (`tollgate audit chain`), changes nothing else, and may run while " +
      "servers use the database.",
    args: {},
    flags: {
      heads: fileFlag(
        "heads",
        "A file with heads that were kept: the server's log, in either format, or the output of `tollgate audit head`. Each is compared with " +
          "the entry of its number."
      ),
      ...databaseFlags
    },
    load: async () => (await audit()).verifyAuditLog
  }),
  command("audit head", {
    description:
      "Print the number and the hash of the last audit entry of each organization, and of what concerns all of them, then the number of the " +
      "first one and the hash to which it is chained. Store them where the database's administrators cannot write: a chain that was " +
      "written anew does not have the hash at that number, which `tollgate audit verify --heads` finds.",
    args: {},
    flags: databaseFlags,
    load: async () => (await audit()).auditHeads
  }),
  command("audit export", {
    description:
      "Print every entry of the audit log as a line of JSON, by organization and number, with all that its hash is computed from.",
    args: {},
    flags: databaseFlags,
    load: async () => (await audit()).exportAuditLog
  }),
  command("keys import", {
    description:
      "Import keys that another service has issued, by the SHA-256 of their secrets. First checks each line of the file; then imports " +
      "batches of 1,000 keys, each of them whole or not at all.",
    args: {
      file: file(
        "file",
        "A file with one key in each line (NDJSON): the SHA-256 of its secret, `secret_hash`, and its terms."
      )
    },
    flags: {
      prefix: text(
        "prefix",
        "How the secrets begin, such as sk-or-v1-. Only secrets that begin so are looked up. Leave it out for keys of the form of this server's own."
      ),
      dryRun: onOff("dry-run", "Check the keys and print what an import would do, and import none."),
      fromLine: text("from-line", "The number of the first line to import. Default: 1."),
      organization,
      url: text(
        "url",
        "The address of a server that was started with --allow-import, in place of a database, with a management key in the variable TOLLGATE_KEY."
      ),
      ...databaseFlags
    },
    load: async () => (await import("./importKeys.js")).importKeys
  }),
  command("keys recover", {
    description:
      "Create a management key for an organization that has lost its own, and print it once. Needs the database and its " +
      "master key. The log on standard error records it.",
    args: {},
    flags: { organization, ...databaseFlags, ...logFlags },
    load: async () => (await import("./recoverKey.js")).recoverKey
  }),
  command("gateway-keys create", {
    description:
      "Create a gateway key and print it once. It is for spending with the API keys of one organization or of all, and gives access to nothing else. " +
      "The log on standard error records it.",
    args: {},
    flags: {
      organization: text(
        "organization",
        "The id of the only organization that the key spends for. Default: all organizations."
      ),
      ...databaseFlags,
      ...logFlags
    },
    load: async () => (await gatewayKeys()).createKey
  }),
  command("gateway-keys list", {
    description: "Print the gateway keys without their secrets, newest first.",
    args: {},
    flags: databaseFlags,
    load: async () => (await gatewayKeys()).listKeys
  }),
  command("gateway-keys delete", {
    description:
      "Delete a gateway key. Requests with it are refused from then on; its holds stay. The log on standard error records it.",
    args: { hash: gatewayKeyHash },
    flags: { ...databaseFlags, ...logFlags },
    load: async () => (await gatewayKeys()).deleteKey
  }),
  command("organizations list-budgets", {
    description: "Print the budgets of an organization: interval, limit, spent, held, unknown and left, in USD.",
    args: {},
    flags: { organization, json, ...databaseFlags },
    load: async () => (await organizationBudgets()).listBudgets
  }),
  command("organizations set-budget", {
    description:
      "Set what all keys of an organization may spend together in an interval. It acts on the next request, also of servers " +
      "that run. No API key can change it. The log on standard error records it.",
    args: { interval },
    flags: {
      limit: required(
        text(
          "limit-usd",
          "Spending limit in USD. Must be greater than the limit of any shorter interval and less than that of any longer one."
        )
      ),
      organization,
      json,
      ...databaseFlags,
      ...logFlags
    },
    load: async () => (await organizationBudgets()).setBudget
  }),
  command("organizations delete-budget", {
    description: "Delete the budget of an organization for an interval. The log on standard error records it.",
    args: { interval },
    flags: { organization, json, ...databaseFlags, ...logFlags },
    load: async () => (await organizationBudgets()).deleteBudget
  }),
  command("prices import", {
    description:
      "Merge the rate cards of a file into the price book: they replace those of the same providers and models, and all others " +
      "stay. With --replace they are the whole book. Prints the cards that it removes, the providers that have another slug here, and the skipped entries. " +
      "Requests that were opened before keep the prices of their time.",
    args: { file: priceFile },
    flags: { replace, ...databaseFlags },
    load: async () => (await prices()).importPrices
  }),
  command("prices list", {
    description:
      "Print the rate cards that are in force or planned, in USD per million tokens, and per image and unit where they have a price.",
    args: {},
    flags: {
      json: onOff("json", "Print the cards as JSON, in the form that `tollgate prices import` reads."),
      url: accountFlags.url,
      ...databaseFlags
    },
    load: async () => (await prices()).listPrices
  }),
  command("prices diff", {
    description: "Print what `tollgate prices import` would change, and change nothing.",
    args: { file: priceFile },
    flags: { replace, ...databaseFlags },
    load: async () => (await prices()).diffPrices
  }),
  command("vault rewrap", {
    description:
      "Seal all secrets of providers and webhooks with the first of the given master keys, and print which of the others the servers no longer need. Older backups still open with those alone. It may run " +
      "while servers use the database, once all of them have been started with the same first key, and can be repeated if it was interrupted.",
    args: {},
    flags: databaseFlags,
    load: async () => (await import("./vault.js")).rewrap
  }),
  command("vault abandon", {
    description:
      "Give up all secrets of providers and webhooks, if the master key is lost. Their credentials stay, disabled, until they get new secrets, and their webhooks stay disabled; stored responses of " +
      "idempotent requests go, too. The database then belongs to a new key: that of the key file, which is created if it is missing, or of the variable. Stop every server first. It is " +
      "refused while anything has the database open, and if a secret opens with the key.",
    args: {},
    flags: {
      yes: onOff("yes", "Confirm that every secret is forgotten for good."),
      ...databaseFlags
    },
    load: async () => (await import("./abandonVault.js")).abandonVault
  }),
  command("demo", {
    description:
      "Fill a new database with invented data: two organizations with workspaces, members, keys with limits, credentials for " +
      "three providers, guardrails, presets and a dozen image models. The first one has been in use for a month, with requests, runs and " +
      "alerts. Prints their ids and keys.",
    args: {},
    flags: {
      json: onOff("json", "Print one JSON object with the names that the conformance cases use."),
      ...databaseFlags
    },
    load: async () => (await import("./demo.js")).demo
  }),
  command("conformance", {
    description:
      "Send a server thousands of requests and check each answer against the contract. Without --url, it starts a server of its " +
      "own, in memory. With --url, it needs --database or --vars; cases that need a state it cannot create are counted as skipped. " +
      "Exits with 1 if a case failed or none was run.",
    args: {},
    flags: {
      url: text(
        "url",
        "The base URL of the server, such as http://127.0.0.1:8787/api/v1. Default: a server of its own, in memory."
      ),
      vars: fileFlag(
        "vars",
        "A JSON file of keys and ids that the server has, for a server whose database is out of reach. " +
          "`tollgate demo --json` prints such a file. The run waits when the server's rate limit is reached."
      ),
      database: {
        ...text(
          "database",
          "The database that the server at --url serves. The run creates invented organizations in it, and they stay: " +
            "use a database that is made for tests."
        ),
        isFile: true
      },
      masterKey: ofSetting(settings.masterKey),
      only: text("only", "The cases to run: the id of an operation, such as updateKey, or a part of a case's name."),
      slow: onOff("slow", "Also run the cases that wait for time limits, up to a minute each.")
    },
    load: async () => (await import("../conformance/runCommand.js")).runCommand
  })
]
