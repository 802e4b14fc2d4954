import type * as SqlClient from "@effect/sql/SqlClient"
import type { Stores } from "@tollgate/core/storage"
import * as Layer from "effect/Layer"
import * as ByokStoreSql from "./byok/ByokStoreSql.js"
import * as Database from "./Database.js"
import * as GuardrailStoreSql from "./guardrails/GuardrailStoreSql.js"
import * as ImageModelCatalogSql from "./images/ImageModelCatalogSql.js"
import * as KeyStoreSql from "./keys/KeyStoreSql.js"
import * as AuthorizationCodeStoreSql from "./oauth/AuthorizationCodeStoreSql.js"
import * as OrganizationStoreSql from "./organizations/OrganizationStoreSql.js"
import * as PresetStoreSql from "./presets/PresetStoreSql.js"
import * as ReadinessSql from "./ReadinessSql.js"
import * as TransactionSql from "./TransactionSql.js"
import * as WorkspaceStoreSql from "./workspaces/WorkspaceStoreSql.js"

/** Every port over a database. */
export const stores: Layer.Layer<Stores, never, Database.Database> = Layer.mergeAll(
  OrganizationStoreSql.layer,
  WorkspaceStoreSql.layer,
  KeyStoreSql.layer,
  AuthorizationCodeStoreSql.layer,
  ByokStoreSql.layer,
  GuardrailStoreSql.layer,
  PresetStoreSql.layer,
  ImageModelCatalogSql.layer,
  ReadinessSql.layer,
  TransactionSql.layer
)

/**
 * Every port over a client whose database is made ready (`prepare`). A transaction that the host has open is never
 * joined: on SQLite, whose client has one connection, a store called inside the host's transaction would wait for it
 * without end. A host that wants that uses `layerJoining`.
 *
 * A host's own SQLite client wants `PRAGMA busy_timeout` of at most 100 (milliseconds): its driver's five seconds stop
 * the event loop while another process writes. The stores wait for the lock themselves, asynchronously.
 */
export const layer: Layer.Layer<Stores, never, SqlClient.SqlClient> = Layer.provide(stores, Database.layer)

/**
 * Every port over a client that the host hands over for both: inside `sql.withTransaction` of that client, what
 * Tollgate does is kept or lost with the host's transaction. A program that fails there undoes only its own part.
 */
export const layerJoining: Layer.Layer<Stores, never, SqlClient.SqlClient> = Layer.provide(
  stores,
  Database.layerJoining
)
