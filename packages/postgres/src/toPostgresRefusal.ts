import { MasterKeyFits, RowsMissing, SchemaRefused, WrongMasterKey } from "@tollgate/sql"
import type { PostgresRefusal } from "./PostgresRefused.js"
import { ServerError } from "./ServerError.js"

/** Refusals by prefix of the SQLSTATE, or of the system's error code. */
const byCode: ReadonlyArray<readonly [string, PostgresRefusal]> = [
  ["28", "access_denied"],
  ["3D000", "database_missing"],
  ["42501", "not_permitted"],
  ["3F000", "not_permitted"],
  ["42P07", "foreign_schema"],
  ["42P16", "foreign_schema"],
  ["25006", "read_only"],
  ["53300", "busy"],
  ["55P03", "busy"],
  ["57014", "busy"],
  ["57P", "unreachable"],
  ["08", "unreachable"],
  ["ECONN", "unreachable"],
  ["ENOTFOUND", "unreachable"],
  ["EAI_AGAIN", "unreachable"],
  ["EHOSTUNREACH", "unreachable"],
  ["ENETUNREACH", "unreachable"],
  ["ETIMEDOUT", "unreachable"],
  ["EPIPE", "unreachable"],
  ["ERR_TLS", "insecure"],
  ["ERR_SSL", "insecure"],
  ["DEPTH_ZERO", "insecure"],
  ["SELF_SIGNED", "insecure"],
  ["UNABLE_TO_", "insecure"],
  ["CERT_", "insecure"]
]

/** Errors of the driver itself have no code. */
const byText: ReadonlyArray<readonly [RegExp, PostgresRefusal]> = [
  [/SSL|TLS/, "insecure"],
  [/timeout|terminated/i, "unreachable"],
  [/password must be a string|SASL/i, "access_denied"]
]

const bySchema: Readonly<Record<SchemaRefused["reason"], PostgresRefusal>> = {
  newer: "newer_schema",
  older: "older_schema",
  gap: "different_schema",
  different: "different_schema",
  edited: "different_schema",
  unreleased: "unreleased_schema"
}

/** Maps an error of opening a database to a refusal. */
export const toPostgresRefusal = (error: unknown): PostgresRefusal => {
  if (error instanceof SchemaRefused) return bySchema[error.reason]
  if (error instanceof WrongMasterKey) return "wrong_master_key"
  if (error instanceof MasterKeyFits) return "master_key_fits"
  if (error instanceof RowsMissing) return "emptied"
  const { code = "", said = "" } = ServerError.find(error) ?? {}
  return (
    byCode.find(([prefix]) => code.startsWith(prefix))?.[1] ??
    byText.find(([pattern]) => pattern.test(said))?.[1] ??
    "unreadable"
  )
}
