import type { Stores } from "@tollgate/core/storage"
import type * as Layer from "effect/Layer"
import { abandonedHoldContract } from "./abandonedHoldContract.js"
import { alertStoreContract } from "./alertStoreContract.js"
import { allowlistContract } from "./allowlistContract.js"
import { attemptContract } from "./attemptContract.js"
import { auditStoreContract } from "./auditStoreContract.js"
import { authorizationCodeStoreContract } from "./authorizationCodeStoreContract.js"
import { boostStoreContract } from "./boostStoreContract.js"
import { budgetListContract } from "./budgetListContract.js"
import { budgetRequestStoreContract } from "./budgetRequestStoreContract.js"
import { byokStoreContract } from "./byokStoreContract.js"
import { constraintContract } from "./constraintContract.js"
import { departureContract } from "./departureContract.js"
import { gatewayKeyStoreContract } from "./gatewayKeyStoreContract.js"
import { guardrailStoreContract } from "./guardrailStoreContract.js"
import { idempotencyStoreContract } from "./idempotencyStoreContract.js"
import { imageModelCatalogContract } from "./imageModelCatalogContract.js"
import { inFlightContract } from "./inFlightContract.js"
import { interruptionContract } from "./interruptionContract.js"
import { keyStoreContract } from "./keyStoreContract.js"
import { keyTermsContract } from "./keyTermsContract.js"
import { keyUsageContract } from "./keyUsageContract.js"
import { managementKeyContract } from "./managementKeyContract.js"
import { type ModelOptions, modelContract } from "./modelContract.js"
import { organizationStoreContract } from "./organizationStoreContract.js"
import { outboxStoreContract } from "./outboxStoreContract.js"
import { presetStoreContract } from "./presetStoreContract.js"
import { priceBookContract } from "./priceBookContract.js"
import { sealedSecretsContract } from "./sealedSecretsContract.js"
import { spenderContract } from "./spenderContract.js"
import { transactionContract } from "./transactionContract.js"
import { versionContract } from "./versionContract.js"
import { webhookStoreContract } from "./webhookStoreContract.js"
import { workspaceStoreContract } from "./workspaceStoreContract.js"

/**
 * Every contract of the ports, for a layer that provides all of them.
 *
 * @param name How test titles call the layer: "an SQLite file".
 * @param layer The ports under test. It is built anew for each test and must then be empty.
 * @param options For `modelContract`, `interruptionContract` and `abandonedHoldContract`, which are three of the contracts.
 *
 * @example
 * import { Memory } from "@tollgate/core"
 * import { storesContract } from "@tollgate/testing/contracts"
 *
 * storesContract("memory", Memory.layer)
 */
export const storesContract = <E>(name: string, layer: Layer.Layer<Stores, E>, options: ModelOptions = {}): void => {
  organizationStoreContract(name, layer)
  workspaceStoreContract(name, layer)
  keyStoreContract(name, layer)
  gatewayKeyStoreContract(name, layer)
  keyUsageContract(name, layer)
  keyTermsContract(name, layer)
  inFlightContract(name, layer)
  budgetListContract(name, layer, options)
  managementKeyContract(name, layer)
  departureContract(name, layer)
  spenderContract(name, layer)
  versionContract(name, layer)
  alertStoreContract(name, layer)
  auditStoreContract(name, layer)
  authorizationCodeStoreContract(name, layer)
  boostStoreContract(name, layer)
  budgetRequestStoreContract(name, layer)
  byokStoreContract(name, layer)
  allowlistContract(name, layer)
  sealedSecretsContract(name, layer)
  guardrailStoreContract(name, layer)
  presetStoreContract(name, layer)
  webhookStoreContract(name, layer)
  outboxStoreContract(name, layer)
  imageModelCatalogContract(name, layer)
  idempotencyStoreContract(name, layer)
  priceBookContract(name, layer)
  constraintContract(name, layer)
  transactionContract(name, layer)
  attemptContract(name, layer)
  modelContract(name, layer, options)
  // It looks at all that is stored after each interruption, so it takes five times as long.
  interruptionContract(name, layer, { ...options, numRuns: Math.ceil((options.numRuns ?? 15) / 5) })
  abandonedHoldContract(name, layer, { ...options, numRuns: 4 * (options.numRuns ?? 15) })
}
