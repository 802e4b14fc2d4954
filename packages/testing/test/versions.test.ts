import { describe, expect, it } from "@effect/vitest"
import { operations } from "@tollgate/http"
import * as Programs from "../../core/dist/programs.js"
import { versionChanges } from "../src/contracts/versions/versionChanges.js"

/** Programs that raise no version, with the reason. */
const without: Readonly<Record<string, ReadonlyArray<string>>> = {
  "nothing is kept of a key before a request has presented its secret": ["createKey", "exchangeCode", "importKeys"],
  "a guardrail applies to nobody before it is assigned": ["createGuardrail"],
  "no key that spends is in it yet": ["createWorkspace", "createOrganization", "findOrCreateOrganization"],
  "an admission shows no name of an organization": ["updateOrganization"],
  "an admission depends on no role": ["updateOrganizationMember"],
  "an admission depends on none of these": [
    ...["createAuthorizationCode", "createPreset", "updatePreset", "createPresetVersion", "deletePreset"],
    "replaceImageModels",
    ...["createWebhook", "updateWebhook", "deleteWebhook", "redeliverWebhook"]
  ],
  "a gateway's own key is read with every request": ["createGatewayKey", "deleteGatewayKey"],
  "what is stated of a run is judged under the lock of its own scope": ["openRun", "updateRun", "stopRun", "resumeRun"],
  "the price book has a version of its own": ["mergePrices", "replacePrices"],
  "a sealed secret is opened when it is used": ["rewrapSecrets"],
  "what is spent and held is judged under the lock of the scope": [
    ...["authorize", "markSent", "extend", "settle", "release", "releaseHolds", "markUnknown", "recordRequest"],
    ...["correctHold", "reconcileHold", "recordUsage", "pruneLedger"]
  ],
  "what a check of the audit log has found is no record": ["noteAuditCheck"],
  "what is added to a limit is judged under the lock of its scope": [
    "createBoost",
    "deleteBoost",
    "approveBudgetRequest"
  ],
  "an admission depends on no request for more": ["createBudgetRequest", "refuseBudgetRequest"],
  "it only deletes what is old": ["pruneAnswers", "pruneAudit"],
  "it only reads, or sends": [
    ...[
      "authenticate",
      "authenticateGateway",
      "credentialsForProvider",
      "estimateCost",
      "identifyKey",
      "listGatewayKeys"
    ],
    ...["listOrganizationBudgets", "openCredential", "readPrices", "testWebhook", "verifyAudit", "verifySpending"]
  ]
}

const reading = new Set(operations.filter(({ method }) => method === "GET").map(({ name }) => name))

describe("Every program that is no reading operation", () => {
  it("raises a version that guards a key's admissions, or has a reason not to", () => {
    const where =
      "packages/testing: src/contracts/versions/versionChanges.ts makes each change after which a version is higher, and test/versions.test.ts has those without, with the reason"
    const changing = Object.keys(versionChanges).map((name) => name.replace(/:.*/, ""))
    const all = [...new Set(changing), ...Object.values(without).flat()]
    expect(all.sort(), where).toEqual(
      Object.keys(Programs)
        .filter((name) => !reading.has(name))
        .sort()
    )
  })
})
