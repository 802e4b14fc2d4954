/** A record of an answer, as JSON. */
type Shown = Readonly<{ [name: string]: unknown }>

/** What a request says of the records in its answer. */
export interface Place {
  readonly organizationId: string | null
  /** The workspace in the path; null if there is none. */
  readonly workspaceId: string | null
}

/** A field that the client has and the contract does not, or not in this form. */
export interface CompatField {
  /** Makes the value in answers; null if answers do not have the field. */
  readonly show: ((record: Shown, place: Place) => unknown) | null
  /** The value in answers, for the document. Empty if answers do not have the field. */
  readonly shown: string
  /** The values that a request may state. Another one is refused before anything is changed. */
  readonly accepts: ReadonlyArray<unknown>
  /** What the server has in its place, for the document. */
  readonly why: string
}

/** A model of the contract, the operations that take or return it, and the fields that the client requires beside. */
export interface CompatModel {
  readonly operations: ReadonlyArray<string>
  /** The field of `data` that has the record; null if `data` is the record, or a list of records. */
  readonly within: string | null
  readonly fields: Readonly<{ [name: string]: CompatField }>
}

/** The same value in each answer. Requests do not state it. */
const shown = (value: unknown, why: string): CompatField => ({
  show: () => value,
  shown: `\`${JSON.stringify(value)}\``,
  accepts: [],
  why
})

/** The same value in each answer, and the only one of a request, beside others that mean the same. */
const always = (value: unknown, why: string, alike: ReadonlyArray<unknown> = []): CompatField => ({
  ...shown(value, why),
  accepts: [value, ...alike]
})

/** A value that follows from the record or its place. Requests do not state it. */
const from = (show: CompatField["show"], shown: string, why: string): CompatField => ({ show, shown, accepts: [], why })

/** A field of requests alone. */
const stated = (accepts: ReadonlyArray<unknown>, why: string): CompatField => ({ show: null, shown: "", accepts, why })

const model = (operations: CompatModel["operations"], fields: CompatModel["fields"]): CompatModel => ({
  operations,
  within: null,
  fields
})

const NO_LOGGING = "Tollgate keeps no prompts and no answers"
const NO_DEFAULTS = "A workspace chooses no models: a preset does"
const NO_POLICY = "A guardrail has no such rule"
const NEVER = "1970-01-01T00:00:00.000Z"

const version: CompatModel["fields"] = {
  updated_at: from(({ created_at }) => created_at, "`created_at`", "A version never changes")
}

/** Everything that the client requires or sends beside the contract, by model. */
export const compatModels: Readonly<{ [name: string]: CompatModel }> = {
  "API key": model(["createKey", "listKeys", "getKey", "updateKey", "rotateKey"], {
    external_user: always(null, "Keys have `external_id` and `metadata`"),
    external: stated([], "Keys have `external_id` and `metadata`, which the client does not send")
  }),
  "Current API key": model(["getCurrentKey"], {
    is_free_tier: shown(false, "The host decides what is free"),
    is_provisioning_key: from(
      ({ is_management_key }) => is_management_key,
      "`is_management_key`",
      "An older name of the same"
    ),
    rate_limit: shown(
      { interval: "", note: "", requests: -1 },
      "Rate limits are those of each operation, in `X-RateLimit-*`"
    ),
    free_model_daily_requests: shown({ limit: 0, remaining: 0, used: 0 }, "The host decides what is free"),
    allowed_data_regions: shown(["global"], "Keys are not bound to a region"),
    organization_id: from(
      (_, { organizationId }) => organizationId,
      "The organization's id",
      "Every key belongs to an organization"
    )
  }),
  "Provider credential": model(
    ["createByokCredential", "listByokCredentials", "getByokCredential", "updateByokCredential"],
    {
      declared_zdr: always(null, "Data retention is the rule of a guardrail alone"),
      is_byok_only: always(false, "The gateway decides which credentials it uses besides"),
      is_required: always(false, "The gateway decides which credentials it uses besides")
    }
  ),
  Guardrail: model(["createGuardrail", "listGuardrails", "getGuardrail", "updateGuardrail"], {
    allowed_data_regions: always(null, NO_POLICY),
    content_filter_builtins: always(null, NO_POLICY, [[]]),
    content_filters: always(null, NO_POLICY, [[]]),
    enable_free_model_publication: always(null, NO_POLICY),
    enable_free_model_training: always(null, NO_POLICY),
    enable_paid_model_training: always(null, NO_POLICY),
    enforce_zdr_anthropic: always(null, "`enforce_zdr` holds for every model"),
    enforce_zdr_google: always(null, "`enforce_zdr` holds for every model"),
    enforce_zdr_openai: always(null, "`enforce_zdr` holds for every model"),
    enforce_zdr_other: always(null, "`enforce_zdr` holds for every model"),
    enforce_zdr_xai: always(null, "`enforce_zdr` holds for every model")
  }),
  Workspace: model(["createWorkspace", "listWorkspaces", "getWorkspace", "updateWorkspace"], {
    default_guardrail_id: shown(
      "00000000-0000-0000-0000-000000000000",
      "The nil UUID: no guardrail applies by default"
    ),
    default_image_model: always(null, NO_DEFAULTS),
    default_provider_sort: always(null, NO_DEFAULTS),
    default_text_model: always(null, NO_DEFAULTS),
    disabled_server_tools: always(null, "The gateway decides which tools it runs", [[]]),
    io_logging_api_key_ids: always(null, NO_LOGGING),
    io_logging_sampling_rate: always(1, `${NO_LOGGING}, whatever the rate`),
    is_data_discount_logging_enabled: always(false, NO_LOGGING),
    is_observability_broadcast_enabled: always(false, NO_LOGGING),
    is_observability_io_logging_enabled: always(false, NO_LOGGING),
    include_byok_in_budgets: shown(false, "Budgets of workspaces count no BYOK usage")
  }),
  "Workspace budget": model(["setWorkspaceBudget", "listWorkspaceBudgets"], {
    id: from(
      ({ interval }, { workspaceId }) => `${workspaceId}:${interval}`,
      "The workspace's id, a colon and `interval`",
      "A workspace has one budget for an interval"
    ),
    workspace_id: from((_, { workspaceId }) => workspaceId, "The workspace's id", "It is in the path of the request"),
    reset_interval: from(
      ({ interval }) => (interval === "lifetime" ? null : interval),
      "`interval`, or null for `lifetime`",
      "Another name of the same"
    ),
    created_at: shown(NEVER, "Budgets keep no times: the audit log has them"),
    updated_at: shown(NEVER, "Budgets keep no times: the audit log has them"),
    include_byok_in_budgets: stated([false], "Budgets of workspaces count no BYOK usage")
  }),
  "Listed organization member": model(["listOrganizationMembers"], {
    id: from(({ user_id }) => user_id, "`user_id`", "Other methods of the client name a member by this id"),
    role: from(({ role }) => `org:${role}`, "`org:admin`, `org:member`", "The same roles"),
    email: shown("", "The host knows its users. Tollgate has their ids alone"),
    first_name: shown(null, "The host knows its users. Tollgate has their ids alone"),
    last_name: shown(null, "The host knows its users. Tollgate has their ids alone")
  }),
  "Preset version": model(["createPresetVersion", "listPresetVersions", "getPresetVersion"], version),
  "Preset with its version": {
    operations: ["getPreset", "createPreset", "updatePreset"],
    within: "designated_version",
    fields: version
  },
  "Authorization code": model(["createAuthorizationCode"], {
    app_id: shown(0, "Applications are not registered")
  })
}

/** The statuses of successes that the client takes in place of those of the contract. */
export const compatStatuses: Readonly<{ [operation: string]: number }> = { createAuthorizationCode: 200 }
