import { describe, expect, it } from "@effect/vitest"
import { PostgresRefused } from "@tollgate/postgres/address"
import { RowsMissing, SchemaRefused, WrongMasterKey } from "@tollgate/sql"
import { Cause } from "effect"
import { ServerError } from "../src/ServerError.js"
import { toPostgresRefusal } from "../src/toPostgresRefusal.js"

/** Codes of PostgreSQL, Node.js and OpenSSL, by what is refused for them. */
const codes = {
  access_denied: ["28000", "28P01"],
  database_missing: ["3D000"],
  not_permitted: ["42501", "3F000"],
  foreign_schema: ["42P07", "42P16"],
  read_only: ["25006"],
  busy: ["53300", "55P03", "57014"],
  unreachable: ["57P01", "57P03", "08006", "ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "ETIMEDOUT", "EPIPE"],
  insecure: [
    "ERR_TLS_CERT_ALTNAME_INVALID",
    "DEPTH_ZERO_SELF_SIGNED_CERT",
    "SELF_SIGNED_CERT_IN_CHAIN",
    "CERT_HAS_EXPIRED"
  ],
  unreadable: ["42601", "XX001", ""]
}

/** What the driver says without a code. */
const texts = {
  insecure: ["The server does not support SSL connections"],
  unreachable: ["timeout expired", "Connection terminated unexpectedly"],
  access_denied: ["SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string"],
  unreadable: ["something else"]
}

const errorWith = (message: string, code?: string) => ServerError.of(Object.assign(new Error(message), { code }))

describe("An error of opening a PostgreSQL database", () => {
  it("is refused by its code, or by what it says if it has none", () => {
    for (const [reason, known] of Object.entries(codes)) {
      for (const code of known) expect([code, toPostgresRefusal(errorWith("", code))]).toEqual([code, reason])
    }
    for (const [reason, known] of Object.entries(texts)) {
      for (const text of known) expect([text, toPostgresRefusal(errorWith(text))]).toEqual([text, reason])
    }
  })

  it("is found within the errors that it caused, and is unreadable if none is the server's", () => {
    const cause = errorWith("", "3D000")
    expect(toPostgresRefusal(new Error("migration", { cause: new Error("statement", { cause }) }))).toBe(
      "database_missing"
    )
    expect(toPostgresRefusal(Cause.die(cause))).toBe("database_missing")
    for (const error of [new Error("a defect"), Cause.die(new Error("a defect")), null, undefined, "text"]) {
      expect(toPostgresRefusal(error)).toBe("unreadable")
    }
  })

  it("says what is wrong with the tables or the master key where the server has no error", () => {
    expect(toPostgresRefusal(new SchemaRefused({ reason: "newer", applied: [], known: [] }))).toBe("newer_schema")
    expect(toPostgresRefusal(new SchemaRefused({ reason: "older", applied: [], known: [] }))).toBe("older_schema")
    expect(toPostgresRefusal(new SchemaRefused({ reason: "different", applied: [], known: [] }))).toBe(
      "different_schema"
    )
    expect(toPostgresRefusal(new WrongMasterKey({ storedKeyId: "a", givenKeyId: "b" }))).toBe("wrong_master_key")
    expect(toPostgresRefusal(new RowsMissing({ table: "api_keys" }))).toBe("emptied")
  })

  it("says that the address has a setting if it is not known which", () => {
    const refused = { database: "host/accounts", reason: "reserved_setting" } as const
    expect(new PostgresRefused(refused).message).toMatch(/^The database host\/accounts has a setting in the options of/)
    expect(new PostgresRefused({ ...refused, setting: "lock_timeout" }).message).toMatch(/ has lock_timeout in the /)
  })
})
