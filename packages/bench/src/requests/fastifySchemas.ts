const text = { type: "string" }
const maybeText = { type: ["string", "null"] }
const number = { type: "number" }
const maybeNumber = { type: ["number", "null"] }
const integer = { type: "integer" }
const flag = { type: "boolean" }
const texts = { type: "array", items: text }
const maybeTexts = { type: ["array", "null"], items: text }

const object = (properties: Readonly<Record<string, object>>) => ({
  type: "object",
  properties,
  required: Object.keys(properties),
  additionalProperties: false
})

const error = object({ error: object({ code: integer, message: text }) })
const answering = (answer: object) => ({ response: { "2xx": answer, "4xx": error } })

export interface Id {
  readonly id: string
}
export interface Hash {
  readonly hash: string
}
export interface Page {
  readonly limit: number
  readonly offset: number
}
export interface Patch {
  readonly name: string
  readonly limit: number | null
}

const hash = object({ hash: { type: "string", pattern: "^[0-9a-f]{64}$" } })

const changedFields = {
  hash: text,
  name: text,
  label: text,
  disabled: flag,
  limit: maybeNumber,
  limit_remaining: maybeNumber,
  limit_reset: maybeText,
  include_byok_in_limit: flag,
  usage: number,
  usage_daily: number,
  usage_weekly: number,
  usage_monthly: number,
  byok_usage: number,
  byok_usage_daily: number,
  byok_usage_weekly: number,
  byok_usage_monthly: number,
  created_at: text,
  updated_at: text,
  expires_at: maybeText,
  creator_user_id: text,
  workspace_id: text
}

const shownKey = object({
  ...changedFields,
  is_management_key: flag,
  metadata: { type: "object", additionalProperties: text },
  external_id: maybeText,
  created_by: maybeText,
  last_used_at: maybeText
})

const shownCredential = object({
  id: text,
  provider: text,
  workspace_id: text,
  label: text,
  name: maybeText,
  disabled: flag,
  is_fallback: flag,
  allowed_models: maybeTexts,
  allowed_api_key_hashes: maybeTexts,
  allowed_user_ids: maybeTexts,
  sort_order: integer,
  created_at: text
})

const shownMember = object({ id: text, user_id: text, workspace_id: text, role: text, created_at: text })

const shownModel = object({
  id: text,
  name: text,
  description: text,
  created: integer,
  architecture: object({ input_modalities: texts, output_modalities: texts }),
  endpoints: text,
  supported_parameters: { type: "object", additionalProperties: object({ type: text, values: texts }) },
  supports_streaming: flag
})

const digits = (fallback: number, minimum: number, maximum: number) => ({
  type: "integer",
  minimum,
  maximum,
  default: fallback
})

export const health = answering(object({ status: text }))

export const credential = {
  params: object({ id: { type: "string", format: "uuid" } }),
  ...answering(object({ data: shownCredential }))
}

export const key = { params: hash, ...answering(object({ data: shownKey })) }

export const changedKey = {
  params: hash,
  ...answering(object({ data: object(changedFields) })),
  body: object({
    name: { type: "string", minLength: 1, maxLength: 255 },
    limit: { type: ["number", "null"], minimum: 0, maximum: 1e9 }
  })
}

export const newKey = { body: changedKey.body, ...answering(object({ data: shownKey, key: text })) }

export const members = {
  params: object({ id: { type: "string", minLength: 1 } }),
  querystring: {
    type: "object",
    properties: { limit: digits(50, 1, 100), offset: digits(0, 0, Number.MAX_SAFE_INTEGER) }
  },
  ...answering(object({ data: { type: "array", items: shownMember }, total_count: integer }))
}

export const imageModels = answering(object({ data: { type: "array", items: shownModel } }))
