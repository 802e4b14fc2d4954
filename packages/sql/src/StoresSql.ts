import type * as SqlClient from "@effect/sql/SqlClient"
import type { Stores } from "@tollgate/core/storage"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as AlertStoreSql from "./alerts/AlertStoreSql.js"
import * as AuditStoreSql from "./audit/AuditStoreSql.js"
import * as BoostStoreSql from "./boosts/BoostStoreSql.js"
import * as ByokStoreSql from "./byok/ByokStoreSql.js"
import * as SealedSecretsSql from "./byok/SealedSecretsSql.js"
import * as GatewayKeyStoreSql from "./gatewayKeys/GatewayKeyStoreSql.js"
import * as GuardrailStoreSql from "./guardrails/GuardrailStoreSql.js"
import * as IdempotencyStoreSql from "./idempotency/IdempotencyStoreSql.js"
import * as ImageModelCatalogSql from "./images/ImageModelCatalogSql.js"
import * as KeyStoreSql from "./keys/KeyStoreSql.js"
import * as AuthorizationCodeStoreSql from "./oauth/AuthorizationCodeStoreSql.js"
import * as OrganizationStoreSql from "./organizations/OrganizationStoreSql.js"
import * as PresetStoreSql from "./presets/PresetStoreSql.js"
import * as PriceBookSql from "./prices/PriceBookSql.js"
import * as BudgetRequestStoreSql from "./requests/BudgetRequestStoreSql.js"
import * as SpendingStoreSql from "./spending/SpendingStoreSql.js"
import type { Database } from "./transaction/Database.js"
import * as Databases from "./transaction/makeDatabase.js"
import * as ReadinessSql from "./transaction/ReadinessSql.js"
import * as TransactionSql from "./transaction/TransactionSql.js"
import * as OutboxStoreSql from "./webhooks/OutboxStoreSql.js"
import * as WebhookStoreSql from "./webhooks/WebhookStoreSql.js"
import * as WorkspaceStoreSql from "./workspaces/WorkspaceStoreSql.js"

/** All ports over a database. */
export const stores: Layer.Layer<Stores, never, Database> = Layer.scopedContext(
  Effect.map(
    Effect.all([
      AlertStoreSql.make,
      AuditStoreSql.make,
      OrganizationStoreSql.make,
      WorkspaceStoreSql.make,
      KeyStoreSql.make,
      GatewayKeyStoreSql.make,
      AuthorizationCodeStoreSql.make,
      ByokStoreSql.make,
      SealedSecretsSql.make,
      GuardrailStoreSql.make,
      PresetStoreSql.make,
      ImageModelCatalogSql.make,
      IdempotencyStoreSql.make,
      PriceBookSql.make,
      SpendingStoreSql.make,
      WebhookStoreSql.make,
      OutboxStoreSql.make,
      BoostStoreSql.make,
      BudgetRequestStoreSql.make,
      ReadinessSql.make,
      TransactionSql.make
    ]),
    (ports) => Context.mergeAll(...ports)
  )
)

/**
 * Every port over a `SqlClient` whose database has Tollgate's tables (see `prepare`). It does not join a transaction of the host.
 * On SQLite, where the client has one connection, a store called inside such a transaction would wait for it forever: use
 * `layerJoining` there.
 *
 * Set `PRAGMA busy_timeout` of the host's SQLite client to at most 100 (milliseconds). The driver's default of five seconds
 * blocks the event loop while another process writes. The stores wait for the lock asynchronously.
 *
 * @example
 * import { layer } from "@tollgate/sql"
 * import { SqliteClient } from "@effect/sql-sqlite-node"
 * import { Layer } from "effect"
 *
 * export const stores = Layer.provideMerge(layer, SqliteClient.layer({ filename: "gateway.db" }))
 */
export const layer: Layer.Layer<Stores, never, SqlClient.SqlClient> = Layer.provide(stores, Databases.layer)

/**
 * Every port over a `SqlClient` that the host uses too. Inside `sql.withTransaction` of that client, Tollgate's writes are
 * committed or rolled back with the host's transaction. A program that fails there rolls back only its own writes.
 *
 * On PostgreSQL, the host's transaction decides the isolation level, and READ COMMITTED is enough: the key or authorization code
 * that a program changes stays locked until the host's transaction ends. Keep such a transaction short.
 *
 * `@effect/sql` has one current transaction for all clients: inside a transaction of another client, these stores use that
 * client's database, as the host's own statements do. Do not call them there, or use `layer`.
 *
 * @example
 * import { layerJoining } from "@tollgate/sql"
 * import { SqliteClient } from "@effect/sql-sqlite-node"
 * import { Layer } from "effect"
 *
 * export const stores = Layer.provideMerge(layerJoining, SqliteClient.layer({ filename: "gateway.db" }))
 */
export const layerJoining: Layer.Layer<Stores, never, SqlClient.SqlClient> = Layer.provide(
  stores,
  Databases.layerJoining
)
