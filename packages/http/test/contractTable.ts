// The contract's tables, written out by hand: each operation's statuses, and each status's fields with their types.
// `?` may be absent, `|null` may be null.

const messages: Readonly<Record<number, string>> = {
  400: "Invalid request parameters",
  401: "Missing Authentication header,Invalid credentials",
  403: "Only management keys can perform this operation,A read-only key cannot change anything",
  404: "Resource not found",
  429: "Rate limit exceeded",
  500: "Internal Server Error"
}

const error = (status: number) => ({
  error: { code: `integer ${status}`, message: `enum ${messages[status]}`, "metadata?": "object|null" },
  "service_metadata?": "object|null",
  "user_id?": "string|null"
})

const page = { "limit?": "integer 1..100", "offset?": "integer 0..9007199254740991" }

const credential = {
  id: "uuid",
  provider: "enum of 89",
  workspace_id: "uuid",
  label: "string",
  name: "string|null",
  disabled: "boolean",
  is_fallback: "boolean",
  allowed_models: "string[]|null",
  allowed_api_key_hashes: "string[]|null",
  allowed_user_ids: "string[]|null",
  sort_order: "integer",
  created_at: "time"
}

const key = {
  hash: "string",
  name: "string",
  label: "string",
  disabled: "boolean",
  limit: "number|null",
  limit_remaining: "number|null",
  limit_reset: "enum daily,weekly,monthly|null",
  include_byok_in_limit: "boolean",
  max_in_flight: "integer|null",
  usage: "number",
  usage_daily: "number",
  usage_weekly: "number",
  usage_monthly: "number",
  byok_usage: "number",
  byok_usage_daily: "number",
  byok_usage_weekly: "number",
  byok_usage_monthly: "number",
  held: "number",
  unknown: "number",
  byok_held: "number",
  byok_unknown: "number",
  created_at: "time",
  updated_at: "time",
  expires_at: "time|null",
  creator_user_id: "string",
  workspace_id: "uuid"
}

const member = { id: "uuid", user_id: "string", workspace_id: "uuid", role: "enum admin,member", created_at: "time" }

const preset = {
  id: "uuid",
  name: "string",
  slug: "string",
  description: "string|null",
  designated_version_id: "uuid",
  status: "string",
  status_updated_at: "time|null",
  workspace_id: "uuid",
  creator_user_id: "string",
  created_at: "time",
  updated_at: "time"
}

const imageModel = {
  id: "string",
  name: "string",
  description: "string",
  created: "integer",
  architecture: { input_modalities: "string[]", output_modalities: "string[]" },
  endpoints: "string",
  supported_parameters: {
    "[name]": [
      { type: "enum enum", values: "string[]" },
      { type: "enum range", min: "number", max: "number" },
      { type: "enum boolean" }
    ]
  },
  supports_streaming: "boolean"
}

const answers = (success: unknown, ...statuses: ReadonlyArray<number>) =>
  Object.fromEntries([["200", success], ...statuses.map((status) => [String(status), error(status)] as const)])

export const contract = {
  "GET /api/v1/byok/{id}": { request: { path: { id: "uuid" } }, answers: answers({ data: credential }, 401, 404, 500) },
  "PATCH /api/v1/keys/{hash}": {
    request: {
      path: { hash: "string" },
      body: {
        "name?": "string",
        "disabled?": "boolean",
        "limit?": "number|null",
        "limit_reset?": "enum daily,weekly,monthly|null",
        "include_byok_in_limit?": "boolean",
        "max_in_flight?": "integer|null",
        // Beside the contract: what goes in, and nothing that comes out.
        "expires_at?": "time|null",
        "metadata?": "object|null",
        "external_id?": "string|null"
      }
    },
    // Beside the contract: 403, for read-only keys alone.
    answers: answers({ data: key }, 400, 401, 403, 404, 429, 500)
  },
  "POST /api/v1/auth/keys": {
    request: { body: { code: "string", "code_verifier?": "string", "code_challenge_method?": "enum S256,plain|null" } },
    answers: answers({ key: "string", user_id: "string|null" }, 400, 401, 403, 500)
  },
  "POST /api/v1/guardrails/{id}/assignments/members/remove": {
    request: { path: { id: "uuid" }, body: { member_user_ids: "string[]" } },
    answers: answers({ unassigned_count: "integer" }, 400, 401, 403, 404, 500)
  },
  "GET /api/v1/workspaces/{id}/members": {
    request: { path: { id: "string" }, query: page },
    answers: answers({ "data[]": member, total_count: "integer" }, 400, 401, 403, 404, 500)
  },
  "GET /api/v1/presets": {
    request: { query: { ...page, "workspace_id?": "uuid" } },
    answers: answers({ "data[]": preset, total_count: "integer" }, 400, 401, 500)
  },
  "GET /api/v1/images/models": { request: {}, answers: answers({ "data[]": imageModel }, 401, 500) },
  "DELETE /api/v1/guardrails/{id}": {
    request: { path: { id: "uuid" } },
    answers: answers({ deleted: "boolean" }, 401, 403, 404, 500)
  }
}
