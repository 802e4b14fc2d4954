import { describe, expect, it } from "@effect/vitest"
import { KeyStore } from "@tollgate/core/storage"
import type { PostgresOptions } from "@tollgate/postgres"
import { aHome, aKeyRecord } from "@tollgate/testing"
import { Effect, Layer } from "effect"
import { migratedDatabase, query } from "./support/databases.js"
import { inDatabase } from "./support/stores.js"

const settings = ["search_path", "work_mem", "statement_timeout", "lock_timeout", "synchronous_commit"]
  .concat("idle_in_transaction_session_timeout", "application_name")
  .map((name) => `'${name}', current_setting('${name}')`)
  .concat("'prepared', EXISTS (SELECT FROM pg_prepared_statements WHERE name LIKE 'tollgate%')")

describe("The options of an address of PostgreSQL", () => {
  it.scopedLive("reach every connection, which has the settings of the layer, too", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      yield* query(url, "CREATE SCHEMA accounts")
      const options = encodeURIComponent("-c search_path=accounts --work-mem=5MB")
      const address = `${url}?options=${options}&application_name=gateway`
      const stores = (more: Partial<PostgresOptions> = {}) =>
        Layer.build(inDatabase(address, { statementTimeout: 4_321, lockTimeout: 1_234, ...more }))
      const insert = Effect.gen(function* () {
        const keys = yield* KeyStore
        yield* keys.insert(yield* aKeyRecord(yield* aHome()))
      })
      const prepared = yield* stores()
      yield* query(
        url,
        `CREATE TABLE accounts.seen (settings JSONB);
CREATE FUNCTION accounts.see() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO accounts.seen SELECT jsonb_build_object(${settings.join(", ")}); RETURN NULL; END $$;
CREATE TRIGGER see AFTER INSERT ON accounts.api_keys FOR EACH ROW EXECUTE FUNCTION accounts.see()`
      )
      yield* Effect.provide(insert, prepared)
      yield* Effect.provide(insert, yield* stores({ preparedStatements: false }))
      const seen = {
        search_path: "accounts",
        work_mem: "5MB",
        statement_timeout: "4321ms",
        lock_timeout: "1234ms",
        idle_in_transaction_session_timeout: "10s",
        synchronous_commit: "on",
        application_name: "gateway"
      }
      expect(yield* query(url, "SELECT settings FROM accounts.seen")).toEqual([
        { settings: { ...seen, prepared: true } },
        { settings: { ...seen, prepared: false } }
      ])
    })
  )
})
