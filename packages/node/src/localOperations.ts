import type { OperationName } from "@tollgate/client/internal"
import * as Core from "@tollgate/core"
import { dataOf, type Operation, operations, runProgram, schemasOf } from "@tollgate/http"
import type * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Schema from "effect/Schema"
import { manage, readLedger, spend } from "./actAs.js"
import { answeringOnce } from "./answeringOnce.js"

/** What an operation in process needs. */
export type Local = Core.Caller | Core.Services

/** An operation in process. */
export interface LocalOperation {
  /** The program, with the access check of its endpoint. */
  readonly call: (request: object) => Effect.Effect<unknown, unknown, Local>
  /** The schema of the input, and the part of a request that it is; null if the operation takes none. */
  readonly input: { readonly schema: Schema.Schema<unknown>; readonly part: "payload" | "urlParams" } | null
  /** The schema of what the method returns. */
  readonly output: Schema.Schema<unknown>
}

/** The plain values of a query, which HTTP has as texts. */
const queries = {
  getRun: Core.RunPlace,
  listActivity: Core.ActivityPage,
  listActivityEntries: Core.EntryPage,
  listAllKeyAssignments: Core.Page,
  listAllMemberAssignments: Core.Page,
  listAlerts: Core.AlertPage,
  listAuditEntries: Core.AuditPage,
  listBudgets: Core.BudgetPage,
  listBoosts: Core.BoostPage,
  listBudgetRequests: Core.BudgetRequestPage,
  listByokCredentials: Core.ByokCredentialPage,
  listGuardrails: Core.PageInWorkspace,
  listHolds: Core.HoldPage,
  listKeyAssignments: Core.Page,
  listKeys: Core.ApiKeyPage,
  listMemberAssignments: Core.Page,
  listOrganizationMembers: Core.Page,
  listOwnBudgetRequests: Core.Page,
  listPresetVersions: Core.Page,
  listPresets: Core.PageInWorkspace,
  listPrices: Core.Page,
  listRuns: Core.RunPage,
  listWebhookDeliveries: Core.WebhookDeliveryPage,
  listWebhooks: Core.Page,
  listWorkspaceMembers: Core.Page,
  listWorkspaces: Core.Page
} satisfies { readonly [Name in OperationName]?: Schema.Schema.AnyNoContext }

const inputOf = (operation: Operation): LocalOperation["input"] => {
  const { payloadSchema } = schemasOf(operation)
  if (Option.isSome(payloadSchema)) return { schema: payloadSchema.value, part: "payload" }
  const schema = Object.entries(queries).find(([name]) => name === operation.name)?.[1]
  // Their types are lost here, by name, as those of all operations.
  return schema === undefined ? null : { schema: schema as unknown as Schema.Schema<unknown>, part: "urlParams" }
}

const checked = (operation: Operation) => {
  const run = answeringOnce(operation, runProgram(operation))
  switch (operation.access) {
    case "any key, else 401":
    case "any key, else 403":
    case "any or gateway key":
      return run
    case "gateway, else 403":
      return (request: object) => spend(run(request))
    case "gateway or management, else 403":
      return (request: object) => readLedger(run(request))
    default:
      return (request: object) => manage(run(request))
  }
}

/** The operations in process, by name. */
export const localOperations: ReadonlyMap<string, LocalOperation> = new Map(
  operations.map((operation) => {
    const { successSchema } = schemasOf(operation)
    const output = dataOf(successSchema) ?? successSchema
    // The check around a program provides the caller that it needs. The types are those of all programs together.
    const call = checked(operation) as LocalOperation["call"]
    return [operation.name, { call, input: inputOf(operation), output }]
  })
)
