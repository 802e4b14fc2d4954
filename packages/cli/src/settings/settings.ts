import type { CompatForm } from "@tollgate/http"
import { isNoPath, isPostgresUrl } from "@tollgate/postgres/address"
import * as LogLevel from "effect/LogLevel"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type { Setting, SettingFlag } from "./Setting.js"

const oneLine = Schema.String.pipe(Schema.filter((text) => /^[^\p{Cc}]+$/u.test(text)))

const wholeNumber = (max: number) =>
  Schema.transform(
    Schema.String.pipe(Schema.filter((text) => /^\d{1,7}$/.test(text) && Number(text) <= max)),
    Schema.Int,
    { strict: true, decode: Number, encode: String }
  )

/** No value, which is read as null. */
const unset = Schema.transform(Schema.Literal(""), Schema.Null, {
  strict: true,
  decode: () => null,
  encode: () => "" as const
})

export const host: Setting<string> = {
  flag: "host",
  variable: "TOLLGATE_HOST",
  fallback: "127.0.0.1",
  expected: "a host name or an address of this machine",
  description: "The address to listen on.",
  schema: Schema.transform(
    oneLine.pipe(Schema.pattern(/^(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9.:_-]{1,253})$/)),
    Schema.String,
    // Brackets around an IPv6 address are accepted, as in a URL.
    { strict: true, decode: (text) => text.replace(/^\[|\]$/g, ""), encode: (text) => text }
  )
}

export const port: Setting<number> = {
  flag: "port",
  variable: "TOLLGATE_PORT",
  fallback: "8787",
  expected: "a whole number from 0 to 65535, where 0 takes any free port",
  description: "The port to listen on.",
  schema: wholeNumber(65_535)
}

/** Where a server listens beside that of the API. */
export interface Address {
  readonly host: string
  readonly port: number
}

const address = /^(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]{1,253}):(\d{1,5})$/

const addressOf = (text: string): Address | null => {
  const [, host = "", port = ""] = address.exec(text) ?? []
  return host === "" || Number(port) > 65_535 ? null : { host: host.replace(/^\[|\]$/g, ""), port: Number(port) }
}

const addressText = (port: number) =>
  `an address and a port of this machine, such as 127.0.0.1:${port} or [::1]:${port}, where port 0 takes any free port`

/** @param host The address of a port that is stated alone. Absent, an address is required. */
const anAddress = (host?: string): Schema.Schema<Address | null, string> => {
  const read = (text: string) => addressOf(host !== undefined && /^\d+$/.test(text) ? `${host}:${text}` : text)
  return Schema.transform(
    Schema.String.pipe(Schema.filter((text) => text === "" || read(text) !== null)),
    Schema.NullOr(Schema.Struct({ host: Schema.String, port: Schema.Int })),
    { strict: true, decode: read, encode: (to) => (to === null ? "" : `${to.host}:${to.port}`) }
  )
}

/** Null means that there are no metrics. */
export const metrics: Setting<Address | null> = {
  flag: "metrics",
  variable: "TOLLGATE_METRICS",
  fallback: "",
  expected: addressText(9464),
  description:
    "Serve metrics for Prometheus at this address and port, such as 127.0.0.1:9464, under /metrics. Whoever reaches the address can " +
    "read them. Off by default.",
  schema: anAddress()
}

/** Null means that there is no forward auth. */
export const forwardAuth: Setting<Address | null> = {
  flag: "forward-auth",
  variable: "TOLLGATE_FORWARD_AUTH",
  fallback: "",
  expected: `${addressText(9465)}; a port alone is one of 127.0.0.1`,
  description:
    "Admit the requests of proxies such as nginx and Caddy at this address and port, such as 127.0.0.1:9465, or at this port of 127.0.0.1. " +
    "On an address that is not of the loopback interface, each proxy must present the gateway key, too. Needs --forward-auth-settings. Off by default.",
  schema: anAddress("127.0.0.1")
}

/** Empty means that there are none. */
export const forwardAuthSettings: Setting<string> = {
  flag: "forward-auth-settings",
  variable: "TOLLGATE_FORWARD_AUTH_SETTINGS",
  fallback: "",
  expected: "the path of a file of JSON with gateway_key_file and routes, given together with --forward-auth",
  description: "The file of JSON with the routes of the proxies, and the name of the file that has the gateway key.",
  schema: Schema.Union(Schema.Literal(""), oneLine)
}

/** Null means the number of each operation. */
export const requestsPerMinute: Setting<number | null> = {
  flag: "requests-per-minute",
  variable: "TOLLGATE_REQUESTS_PER_MINUTE",
  fallback: "",
  expected: "a whole number from 0 to 1000000, where 0 is no limit",
  description:
    "Requests per minute that each key may send to each operation, instead of the number that the operation states. All keys " +
    "of an organization together may send ten times as many. 0 removes the limits.",
  schema: Schema.Union(unset, wholeNumber(1_000_000))
}

export const retentionDays: Setting<number> = {
  flag: "retention-days",
  variable: "TOLLGATE_RETENTION_DAYS",
  fallback: "400",
  expected: "a whole number from 32 to 36500",
  description:
    "How many days the ledger keeps requests that have ended. Counters and reports keep what they have cost. All servers of a " +
    "database need the same number.",
  // A month and a day: windows of the present month are counted from the ledger again after a wrong clock.
  schema: wholeNumber(36_500).pipe(Schema.greaterThanOrEqualTo(32))
}

export const auditRetentionDays: Setting<number> = {
  flag: "audit-retention-days",
  variable: "TOLLGATE_AUDIT_RETENTION_DAYS",
  fallback: "0",
  expected: "a whole number from 0 to 36500, where 0 keeps all entries",
  description: "How many days the audit log keeps entries. 0 keeps all of them.",
  schema: wholeNumber(36_500)
}

export const serveCredentials: Setting<boolean> = {
  flag: "serve-credentials",
  variable: "TOLLGATE_SERVE_CREDENTIALS",
  fallback: "false",
  expected: "true or false",
  description:
    "Allow gateway keys to read the provider secrets planned for their open holds. Without it, no secret leaves the server.",
  schema: Schema.compose(Schema.String.pipe(Schema.pattern(/^(true|false)$/)), Schema.BooleanFromString)
}

export const noConsole: Setting<boolean> = {
  flag: "no-console",
  variable: "TOLLGATE_NO_CONSOLE",
  fallback: "false",
  expected: "true or false",
  description: "Do not serve the console, a page at /console where a browser shows and changes what a key may.",
  schema: Schema.compose(Schema.String.pipe(Schema.pattern(/^(true|false)$/)), Schema.BooleanFromString)
}

export const webhookPrivate: Setting<boolean> = {
  flag: "webhook-private",
  variable: "TOLLGATE_WEBHOOK_PRIVATE",
  fallback: "false",
  expected: "true or false",
  description:
    "Allow webhooks with http URLs and private addresses, for tests and inner networks. Without it, webhooks are sent to https URLs and public " +
    "addresses only.",
  schema: Schema.compose(Schema.String.pipe(Schema.pattern(/^(true|false)$/)), Schema.BooleanFromString)
}

export const allowImport: Setting<boolean> = {
  flag: "allow-import",
  variable: "TOLLGATE_ALLOW_IMPORT",
  fallback: "false",
  expected: "true or false",
  description:
    "Allow management keys to import keys of another service (POST /keys/import). Without it, only `tollgate keys import` on the database does.",
  schema: Schema.compose(Schema.String.pipe(Schema.pattern(/^(true|false)$/)), Schema.BooleanFromString)
}

/** Null means the form of the contract. */
export const compat: Setting<CompatForm | null> = {
  flag: "compat",
  variable: "TOLLGATE_COMPAT",
  fallback: "",
  expected: "openrouter",
  description:
    "Answer in the form of the client of another service: openrouter, for the npm package @openrouter/sdk. Off by default.",
  schema: Schema.Union(unset, Schema.compose(Schema.String, Schema.Literal("openrouter"), { strict: false }))
}

/** Its schema is in `corsOrigins.ts`: it needs the server, which the flag does without. */
export const corsOrigins: SettingFlag = {
  flag: "cors-origin",
  variable: "TOLLGATE_CORS_ORIGIN",
  fallback: "",
  expected:
    "origins such as https://app.example, without a path or a slash at the end and separated by commas, or * alone",
  description:
    "An origin whose web pages may call the API, such as https://app.example; * allows every origin. None by default. The flag may be repeated; the variable separates values by commas."
}

export const database: Setting<string> = {
  flag: "database",
  variable: "TOLLGATE_DATABASE",
  fallback: "./tollgate.db",
  expected: "the path of a file, or postgres://user:password@host:port/database",
  description:
    "The SQLite file that holds everything, or the address of a PostgreSQL database: " +
    "postgres://user:password@host:port/database.",
  schema: oneLine.pipe(Schema.filter((text) => isPostgresUrl(text) || !isNoPath(text)))
}

const isMasterKey = /^[0-9A-Fa-f]{64}$|^[A-Za-z0-9+/]{43}=?$/

/** Empty means the key file next to the database. */
export const masterKey: Setting<Redacted.Redacted> = {
  flag: "master-key",
  variable: "TOLLGATE_MASTER_KEY",
  fallback: "",
  expected: "32 bytes as 64 hex digits or in base64",
  description:
    "The key that seals provider credentials: 64 hex digits, or 32 bytes in base64. Of several keys, separated by commas, the first seals and all open. Default: the file <database>.key, which is " +
    "created together with a new database. A PostgreSQL database has no key file and needs this setting. Prefer the variable: other users can read the flags of a process.",
  schema: Schema.Redacted(
    Schema.String.pipe(
      Schema.filter((text) => text === "" || text.split(",").every((key) => isMasterKey.test(key.trim())))
    )
  )
}

const levels = {
  none: LogLevel.None,
  error: LogLevel.Error,
  warning: LogLevel.Warning,
  info: LogLevel.Info,
  debug: LogLevel.Debug
} as const

const Level = Schema.Literal("none", "error", "warning", "info", "debug")

export const log: Setting<typeof Level.Type> = {
  flag: "log",
  variable: "TOLLGATE_LOG",
  fallback: "info",
  expected: "none, error, warning, info or debug",
  description:
    "What to log, on standard error: none, error, warning, info (one line for each request) or debug (also probes).",
  schema: Schema.compose(Schema.String, Level, { strict: false })
}

export const logFormat: Setting<"logfmt" | "json"> = {
  flag: "log-format",
  variable: "TOLLGATE_LOG_FORMAT",
  fallback: "logfmt",
  expected: "logfmt or json",
  description: "The form of log lines: logfmt (name=value pairs) or json (one object in a line).",
  schema: Schema.compose(Schema.String, Schema.Literal("logfmt", "json"), { strict: false })
}

export const levelOf = (level: typeof Level.Type): LogLevel.LogLevel => levels[level]
