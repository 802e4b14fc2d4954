// Which plain types of the Promise API are written to which file.
import { modelsOf } from "./barrels.mjs"

/** A model takes its fields from the schema `from`, and what they mean from `words`; both are the model's name by default. */
const model = (name, { from = name, generic, words = from } = {}) => ({ from, generic, name, words })

/** Each file, and the models in it. Files of node may use the models of the client. */
export const promiseModelFiles = [
  {
    path: "packages/client/src/models/shared.ts",
    models: [
      model("Page", { words: "PageQuery" }),
      model("PageInWorkspace", { words: "PageInWorkspaceQuery" }),
      model("Paged", { from: "Paged(ApiKey)", generic: "ApiKey" }),
      model("Deleted")
    ]
  },
  {
    path: "packages/client/src/models/organization.ts",
    models: [
      model("OrganizationMember"),
      model("NewOrganizationMember"),
      model("OrganizationMemberPatch"),
      model("RemovedOrganizationMember")
    ]
  },
  {
    path: "packages/client/src/models/workspaces.ts",
    models: [...modelsOf("workspaces"), "PooledBudget", "NewPooledBudget"].map((name) => model(name))
  },
  {
    path: "packages/client/src/models/keys.ts",
    models: [
      model("UpdatedApiKey"),
      model("ApiKey"),
      model("KeyBudget"),
      model("CurrentApiKey"),
      model("ApiKeyPage", { words: "ApiKeyQuery" }),
      model("NewApiKey"),
      model("CreatedApiKey"),
      model("ApiKeyPatch"),
      model("KeyRotation"),
      model("KeyHolder")
    ]
  },
  {
    path: "packages/client/src/models/oauth.ts",
    models: modelsOf("oauth").map((name) => model(name))
  },
  {
    path: "packages/client/src/models/byok.ts",
    models: [
      model("Provider"),
      model("ByokCredential"),
      model("NewByokCredential"),
      model("ByokCredentialPatch"),
      model("ByokCredentialPage", { words: "ByokCredentialQuery" })
    ]
  },
  {
    path: "packages/client/src/models/guardrails.ts",
    models: modelsOf("guardrails").map((name) => model(name))
  },
  {
    path: "packages/client/src/models/presets.ts",
    models: modelsOf("presets").map((name) => model(name))
  },
  {
    path: "packages/client/src/models/images.ts",
    models: modelsOf("images").map((name) => model(name))
  },
  {
    path: "packages/client/src/models/prices.ts",
    models: ["RateCard", "Rates", "PriceTier"].map((name) => model(name))
  },
  {
    path: "packages/client/src/models/audit.ts",
    models: [model("AuditEntry"), model("AuditPage", { words: "AuditQuery" })]
  },
  {
    path: "packages/client/src/models/spending.ts",
    models: [
      model("Budget"),
      model("CredentialPlan"),
      model("Hold"),
      model("HoldPage", { words: "HoldQuery" }),
      model("TokenUsage", { from: "Usage" }),
      model("NewHold"),
      model("AuthorizedHold"),
      model("SentRequest"),
      model("HoldExtension"),
      model("CostCorrection"),
      model("HoldCorrection"),
      model("HoldWithCorrections"),
      model("OpenedCredential"),
      model("NewSettlement"),
      model("NewUsage"),
      model("HoldsOfInstance"),
      model("ReleasedHolds")
    ]
  },
  {
    path: "packages/client/src/models/activity.ts",
    models: [model("ActivityPage", { words: "ActivityQuery" }), model("ActivityRow")]
  },
  {
    path: "packages/node/src/models.ts",
    models: [
      model("NewRateCard"),
      model("Organization"),
      model("NewOrganization"),
      model("CreatedOrganization"),
      model("FoundOrganization"),
      model("GatewayKey"),
      model("NewGatewayKey"),
      model("CreatedGatewayKey"),
      model("NewImportedKey"),
      model("NewImportedKeys"),
      model("ImportedKeys"),
      model("Usage", { from: "UsageInput" }),
      model("CredentialUse")
    ]
  }
]
