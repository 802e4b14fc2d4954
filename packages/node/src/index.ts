import "./checkEffect.js"

export * from "@tollgate/client"
export type { NodeHandler, WebHandler } from "@tollgate/http"
export { PostgresRefused } from "@tollgate/postgres/address"
export { DatabaseRefused, MasterKeyRefused } from "@tollgate/sqlite"
export * as Redacted from "effect/Redacted"
export type { Credentials, CredentialUse, UsableCredential } from "./credentials.js"
export type { HostAccount, HostKeys, Usage } from "./HostAccount.js"
export type { KeyHolder } from "./KeyHolder.js"
export type { MountOptions } from "./mounted.js"
export type { OpenOptions } from "./openRuntime.js"
export type {
  CreatedOrganization,
  FoundOrganization,
  NewOrganization,
  Organization,
  Organizations
} from "./organizations.js"
export { Tollgate } from "./Tollgate.js"
