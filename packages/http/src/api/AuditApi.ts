import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { AuditChainState, AuditEntry, AuditQuery, Paged } from "@tollgate/core/models"
import { DataEnvelope } from "./DataEnvelope.js"
import { declareErrors } from "./declareErrors.js"
import { ManagementKey } from "./ManagementKey.js"

const listAuditEntries = HttpApiEndpoint.get("listAuditEntries", "/audit")
  .annotate(OpenApi.Summary, "List audit entries")
  .annotate(
    OpenApi.Description,
    "Returns one page of the changes of the account, newest first.\n\n" +
      "Each change has one entry, which was stored in the same transaction. Acts on holds and usage have none: the ledger is their record. " +
      "Entries are counted up to 10,000, and a `total_count` of 10,001 stands for more: choose a time by `from` and `to`."
  )
  .setUrlParams(AuditQuery)
  .addSuccess(Paged(AuditEntry))
  .pipe(declareErrors("InvalidInput"))
  .middleware(ManagementKey)

const getAuditChain = HttpApiEndpoint.get("getAuditChain", "/audit/chain")
  .annotate(OpenApi.Summary, "Get the audit chain")
  .annotate(
    OpenApi.Description,
    "Returns the chain of the organization's audit entries: its last entry, where it begins and why, and what the last check has found.\n\n" +
      "The last entry is the last one that has its number and hash: on PostgreSQL, an entry gets them about 100 ms after its change."
  )
  .addSuccess(DataEnvelope(AuditChainState))
  .middleware(ManagementKey)

export class AuditApi extends HttpApiGroup.make("audit")
  .annotate(OpenApi.Title, "Audit")
  .annotate(OpenApi.Description, "Who has changed what in the account.")
  .add(listAuditEntries)
  .add(getAuditChain) {}
