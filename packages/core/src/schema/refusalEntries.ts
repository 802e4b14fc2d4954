import { isRunPath, KEY_HASH, UUID } from "./idForms.js"
import type { Issue, RefusalEntry, RefusedRequest } from "./RefusalEntry.js"

/** The text, if it is of the form. */
const matching = (form: RegExp, text: unknown): string | null =>
  typeof text === "string" && form.test(text) ? text : null

/** The first 12 digits of a hash in a request: text sent in place of a hash may be a secret of another service. */
const shortHash = (text: unknown) => ({ short_hash: matching(KEY_HASH, text)?.slice(0, 12) ?? null })

/** The first 8 digits of a UUID in a request, in any letter case. */
const shortId = (text: unknown) => ({ short_id: matching(UUID, String(text).toLowerCase())?.slice(0, 8) ?? null })

/** What is not found by an id in the path. */
const named = (sentence: string, reason: string) =>
  ({ status: 404, reason, sentence, from: ({ path }: RefusedRequest) => shortId(path["id"]) }) as const

/** What is not found, and repeats nothing of the request. */
const unnamed = (sentence: string, reason: string) => ({ status: 404, reason, sentence, from: () => ({}) }) as const

/** The id of a hold in a request: in its path, or in the body of a creation. */
const holdId = ({ path, payload }: RefusedRequest) => ({ id: String(path["id"] ?? payload["id"]).toLowerCase() })

const challengeIssues = {
  missing: { path: ["code_challenge"], expected: "a code challenge, because a challenge method is given" },
  not_accepted: { path: ["code_challenge_method"], expected: "S256, because plain challenges are switched off" },
  malformed: { path: ["code_challenge"], expected: "43 characters of A-Z a-z 0-9 - _, the SHA-256 of the verifier" }
} as const

const ofLeftCreator = {
  enable: { path: ["disabled"], expected: "true, for a key whose user is not a member of its workspace" },
  rotate: { path: ["hash"], expected: "a key whose user is a member of its workspace" }
} as const

const ofLastKey = {
  delete: { path: ["hash"], expected: "a key other than the last enabled management key that does not expire" },
  disable: { path: ["disabled"], expected: "false, for the last enabled management key that does not expire" },
  expire: { path: ["expires_at"], expected: "null, for the last enabled management key that does not expire" }
} as const

const ofLastAdmin = {
  demote: { path: ["role"], expected: "admin, for the last admin of the organization" },
  remove: { path: ["user_id"], expected: "a user other than the last admin of the organization" }
} as const

const keySentences = {
  unknown: "The key is unknown.",
  disabled: "The key is disabled.",
  expired: "The key has expired.",
  management: "A management key cannot spend.",
  gateway: "A gateway key cannot spend.",
  creator_left: "The user of the key is not a member of its workspace."
} as const

const boostSentences = {
  limit_is_zero: "The limit is 0, which blocks all spending. Change the limit itself.",
  too_many_boosts: "The scope has 16 boosts in force. Delete one, or wait until one ends.",
  boosts_too_large: "The boosts of this limit would add more than 1,000,000,000 USD together."
} as const

const moreSentences = {
  management_key: "A management key cannot spend, so it has no use for more.",
  no_limit: "The key has no limit that could be raised.",
  limit_is_zero: "The limit of the key is 0, which blocks all spending. Only a change of the limit helps.",
  request_open: "A request of the key is open already. Wait until it is decided.",
  requests_spent: "The key has asked for more ten times today (UTC). Ask again tomorrow.",
  key_deleted: "The key that asked was deleted. Refuse the request.",
  key_disabled: "The key that asked is disabled. Enable it first, or refuse the request.",
  key_expired: "The key that asked has expired. Give it another expiration time first, or refuse the request."
} as const

const policySentences = {
  model_not_allowed: "A guardrail does not allow a model of the request.",
  provider_not_allowed: "A guardrail does not allow the provider.",
  zdr_required: "A guardrail requires endpoints with zero data retention."
} as const

/** Why a hold in a state is not reconciled. One whose outcome is unknown is. */
const knownOutcomes = {
  open: "The hold is still open: its gateway settles or releases it, or its lease ends.",
  expired: "The hold is expired: its request was not sent, so nothing was billed.",
  released: "The hold is released: its request was not made, so nothing was billed.",
  unknown: "The outcome of the hold is unknown.",
  settled: "The hold is settled already. Correct its cost: POST /holds/{id}/correct."
} as const

const runSentences = {
  run_stopped: "is stopped.",
  run_ended: "has ended.",
  run_requests_spent: "has made as many requests as it may.",
  run_not_found: "does not exist. Open it first, or state its limits.",
  run_conflict: "has other limits than those that are stated."
} as const

const storageSentences = {
  none: "Nothing was changed.",
  unknown: "It is not known whether anything was changed."
} as const

/** `reason` of a failure of storage, by outcome. */
export const storageReasons = { none: "storage_unavailable", unknown: "storage_unknown" } as const

const priceMissing = "The price book has no price for this usage of the model. State the amount in USD."

/** What `PriceUnknown` says of the price. */
export interface Unpriced {
  readonly model: string | null
  readonly provider: string | null
  readonly providers: ReadonlyArray<string>
}

/** What `BudgetExceeded` says of its budgets. */
export interface Exceeded {
  readonly reason: string
  readonly budgets: ReadonlyArray<{ readonly window: string; readonly scope: string }>
}

/**
 * What each refusal says, by its tag. The classes of this package are made from an entry and their fields, and so are those of
 * `@tollgate/client`, which imports nothing: what an entry needs is here, or in a file that imports nothing either.
 */
export const refusalEntries = {
  AlreadyMember: {
    status: 400,
    reason: "already_member",
    sentence: "The user is already a member of the organization.",
    issue: { field: "user_id", expected: "a user who is not a member of the organization" }
  },
  ApiKeyRequired: { status: 403, reason: "api_key_required", sentence: "Only API keys can perform this operation." },
  BoostNotFound: named("The organization has no boost in force with this id.", "boost_not_found"),
  BoostRefused: {
    status: 409,
    reason: "boost_refused",
    sentence: "The budget takes no such boost.",
    sentenceOf: ({ reason }: { readonly reason: keyof typeof boostSentences }) => boostSentences[reason],
    stated: ["reason"]
  },
  BoostScopeNotFound: unnamed(
    "The organization has no key with this hash, or no guardrail or workspace with this id, as `scope` says.",
    "scope_not_found"
  ),
  BudgetExceeded: {
    status: 402,
    reason: "budget_spent",
    sentence: "The amount does not fit the budgets.",
    sentenceOf: ({ budgets: [first], reason }: Exceeded) => {
      const what =
        first === undefined ? "a budget" : `the ${first.window} budget of the ${first.scope.replace("_", " ")}`
      return reason === "budget_held"
        ? `Open holds take up the rest of ${what}. Try again when they end.`
        : `The amount does not fit ${what}.`
    },
    stated: ["reason", "budgets", "remaining_output_tokens"]
  },
  BudgetNotFound: {
    status: 404,
    reason: "budget_not_found",
    sentence: "There is no budget for this interval.",
    from: ({ path: { interval }, payload: { window } }: RefusedRequest) => ({
      interval: matching(/^(daily|weekly|monthly|lifetime)$/, interval ?? window)
    })
  },
  BudgetOutOfOrder: {
    status: 400,
    reason: "budget_out_of_order",
    sentence: "The limit of a shorter interval must be below that of a longer one.",
    issue: {
      field: "limit_usd",
      expected: "a limit above those of the shorter intervals and below those of the longer ones"
    }
  },
  BudgetRequestDecided: {
    status: 409,
    reason: "request_decided",
    sentence: "The request is decided already.",
    sentenceOf: ({ decided }: { readonly decided: string }) => `The request is ${decided} already.`,
    stated: ["decided", "decided_at"]
  },
  BudgetRequestNotFound: named("The organization has no request for more with this id.", "request_not_found"),
  ByokNotFound: {
    ...named("The organization has no credential with this id.", "not_found"),
    // Below a hold, `id` is that of the hold.
    from: ({ path }: RefusedRequest) => shortId(path["credential_id"] ?? path["id"])
  },
  ChallengeRefused: {
    status: 400,
    reason: "challenge_refused",
    sentence: "The code challenge is refused.",
    sentenceOf: ({ problem }: { readonly problem: keyof typeof challengeIssues }) =>
      `The code challenge is refused. Expected ${challengeIssues[problem].expected}.`,
    issuesOf: ({ problem }: { readonly problem: keyof typeof challengeIssues }) => [challengeIssues[problem]],
    from: ({ payload: { code_challenge, code_challenge_method: method = "S256" } }: RefusedRequest) => ({
      method,
      problem: code_challenge === undefined ? "missing" : method === "plain" ? "not_accepted" : "malformed"
    })
  },
  CodeRefused: {
    status: 400,
    reason: "code_refused",
    sentence: "The authorization code is unknown, expired or used, or the verifier does not match.",
    issue: {
      field: "code",
      expected: "an unused authorization code of at most 10 minutes, with its challenge method and verifier"
    }
  },
  CostTooLarge: {
    status: 400,
    reason: "cost_too_large",
    sentence:
      "The counters of the key, a guardrail, a run, its workspace or its organization have no room for this cost: spent, held and unknown together are at most 9,223,372,036.854775807 USD.",
    issue: { field: "cost", expected: "the cost in US dollars, for which the counters have room" }
  },
  CreatorLeft: {
    status: 400,
    reason: "creator_left",
    sentence: "The user of the key is not a member of its workspace.",
    issuesOf: ({ change }: { readonly change: keyof typeof ofLeftCreator }) => [ofLeftCreator[change]],
    from: ({ path: { hash }, payload: { disabled } }: RefusedRequest) => ({
      hash,
      change: disabled === false ? "enable" : "rotate"
    })
  },
  CredentialsNotServed: {
    status: 403,
    reason: "credentials_not_served",
    sentence:
      "This server does not serve provider credentials. Its host can allow it: tollgate serve --serve-credentials."
  },
  DefaultSlugFixed: {
    status: 400,
    reason: "default_slug_fixed",
    sentence: "The default workspace keeps its slug.",
    issue: { field: "slug", expected: "default, because the default workspace keeps its slug" }
  },
  DefaultWorkspaceFixed: {
    status: 400,
    reason: "default_workspace_fixed",
    sentence: "The default workspace cannot be deleted, and everybody in the organization is a member of it.",
    issue: { field: "id", expected: "a workspace other than the default one" }
  },
  DeliveryNotFound: {
    ...named("The webhook has no delivery with this id.", "delivery_not_found"),
    from: ({ path }: RefusedRequest) => shortId(path["delivery_id"])
  },
  ExpiryInThePast: {
    status: 400,
    reason: "expiry_in_the_past",
    sentence: "expires_at must be in the future.",
    issue: { field: "expires_at", expected: "a time in the future, or null" }
  },
  ExternalIdTaken: {
    status: 400,
    reason: "external_id_taken",
    sentence: "Another key of the organization has this external_id.",
    issue: {
      field: "external_id",
      expected: "an external_id that is not used by another key of the organization, or null"
    }
  },
  GatewayKeyNotFound: {
    status: 404,
    reason: "not_found",
    sentence: "There is no gateway key with this hash.",
    from: ({ path }: RefusedRequest) => shortHash(path["hash"])
  },
  GatewayKeyRequired: {
    status: 403,
    reason: "gateway_key_required",
    sentence: "Only gateway keys can perform this operation."
  },
  GuardrailNotFound: named("The organization has no guardrail with this id.", "not_found"),
  HashTaken: {
    status: 400,
    reason: "hash_taken",
    sentence: "A secret_hash is in use already. No key was imported.",
    issue: { field: "keys", expected: "keys whose secret_hash is not in use" },
    from: () => ({})
  },
  HoldConflict: {
    status: 409,
    reason: "hold_conflict",
    sentence: "A hold with this id exists already, with other terms.",
    issue: { field: "id", expected: "the id of a new hold, or the terms that the hold was created with" },
    from: holdId
  },
  HoldEnded: { status: 409, reason: "hold_ended", sentence: "The hold is not open any more.", from: holdId },
  HoldNotFound: named("There is no hold with this id.", "hold_not_found"),
  HoldNotSettled: {
    status: 409,
    reason: "hold_not_settled",
    sentence: "The hold is not settled, so it has no cost to correct. Its gateway settles it: POST /holds/{id}/settle.",
    from: holdId
  },
  HoldNotUnknown: {
    status: 409,
    reason: "hold_not_unknown",
    sentence: "The outcome of the hold is not unknown.",
    sentenceOf: ({ state }: { readonly state: keyof typeof knownOutcomes }) => knownOutcomes[state],
    stated: ["state"],
    from: (request: RefusedRequest) => ({ ...holdId(request), state: request.metadata["state"] })
  },
  HoldsOpen: {
    status: 400,
    reason: "holds_open",
    sentence: "The workspace has holds that are open or unknown. Settle or release them first.",
    issue: { field: "id", expected: "a workspace without holds that are open or whose outcome is unknown" }
  },
  IdempotencyAnswerUnavailable: {
    status: 409,
    reason: "idempotency_answer_unavailable",
    sentence: "This request already succeeded, but its response is no longer available.",
    issue: {
      field: "Idempotency-Key",
      expected: "a new key for another change: this one was done, and reading what it concerns shows its result"
    }
  },
  IdempotencyKeyReused: {
    status: 400,
    reason: "idempotency_key_reused",
    sentence: "This idempotency key was used for a different request within the last 24 hours.",
    issue: { field: "Idempotency-Key", expected: "a new key for each change, and the same request under the same key" }
  },
  ImageModelNotFound: unnamed("The catalogue has no image model with this id.", "not_found"),
  IntervalRequired: {
    status: 400,
    reason: "interval_required",
    sentence: "limit_usd requires a reset_interval.",
    issue: { field: "reset_interval", expected: "daily, weekly or monthly, because limit_usd is set" }
  },
  InvalidCredential: {
    status: 401,
    reason: "invalid_credential",
    sentence: "The key is unknown, malformed, disabled or expired."
  },
  InvalidInput: {
    status: 400,
    reason: "invalid_input",
    sentence: "The input is invalid.",
    sentenceOf: ({ issues }: { readonly issues: ReadonlyArray<Issue> }) =>
      issues.map(({ expected, path }) => `${path.join(".") || "input"}: expected ${expected}`).join("; "),
    from: ({ issues }: RefusedRequest) => ({ issues })
  },
  KeyNotFound: {
    status: 404,
    reason: "not_found",
    sentence: "The organization has no key with this hash.",
    from: ({ path, payload }: RefusedRequest) => shortHash(path["hash"] ?? payload["key_hash"])
  },
  KeyRefused: {
    status: 403,
    reason: "key_refused",
    sentence: "The key cannot spend.",
    sentenceOf: ({ key_state }: { readonly key_state: keyof typeof keySentences }) => keySentences[key_state],
    stated: ["key_state"]
  },
  LastAdmin: {
    status: 400,
    reason: "last_admin",
    sentence: "The user is the organization's last admin. Make another member an admin first.",
    issuesOf: ({ change }: { readonly change: keyof typeof ofLastAdmin }) => [ofLastAdmin[change]],
    from: ({ path: { user_id }, payload: { role } }: RefusedRequest) => ({
      user_id,
      change: role === undefined ? "remove" : "demote"
    })
  },
  LastManagementKey: {
    status: 400,
    reason: "last_management_key",
    sentence: "This is the organization's last enabled management key that does not expire. Create another one first.",
    issuesOf: ({ change }: { readonly change: keyof typeof ofLastKey }) => [ofLastKey[change]],
    from: ({ path: { hash }, payload: { disabled, expires_at } }: RefusedRequest) => ({
      hash,
      change: disabled === true ? "disable" : expires_at ? "expire" : "delete"
    })
  },
  ManagementKeyRequired: {
    status: 403,
    reason: "management_key_required",
    sentence: "Only management keys can perform this operation."
  },
  MemberHasLastManagementKey: {
    status: 400,
    reason: "last_management_key",
    sentence:
      "The user has the organization's last enabled management key that does not expire. Create one for another user first.",
    issue: {
      field: "user_id",
      expected: "a user without the last enabled management key that does not expire"
    }
  },
  MoreRefused: {
    status: 409,
    reason: "more_refused",
    sentence: "The key cannot have more.",
    sentenceOf: ({ reason }: { readonly reason: keyof typeof moreSentences }) => moreSentences[reason],
    stated: ["reason"]
  },
  OrganizationMemberNotFound: unnamed("The organization has no member with this user id.", "not_found"),
  OrganizationNotFound: named("There is no organization with this id.", "not_found"),
  PolicyRefused: {
    status: 403,
    reason: "model_not_allowed",
    sentence: policySentences.model_not_allowed,
    sentenceOf: ({ reason }: { readonly reason: keyof typeof policySentences }) => policySentences[reason],
    stated: ["reason", "guardrail_id", "scope"]
  },
  PresetArchived: { status: 400, reason: "preset_archived", sentence: "An archived preset cannot be changed." },
  PresetNotFound: unnamed("There is no preset with this slug.", "not_found"),
  PresetVersionNotFound: unnamed("The preset has no version of this number.", "version_not_found"),
  PriceUnknown: {
    status: 400,
    reason: "price_unknown",
    sentence: priceMissing,
    sentenceOf: ({ model, provider, providers }: Unpriced) => {
      const [having, ...others] = providers
      if (others.length > 0) {
        return "Several providers have a price for this model. State the provider, or the amount in USD."
      }
      if (model === null) return priceMissing
      if (having !== undefined) {
        return `The price of ${model} at ${having} has no rate for this usage, or a guardrail does not allow ${having}. State the amount in USD.`
      }
      const at = provider === null ? "" : ` at ${provider}`
      return `The price book has no price for this usage of ${model}${at}. Add one, or state the amount in USD.`
    },
    issuesOf: ({ providers }: { readonly providers: ReadonlyArray<string> }) =>
      providers.length < 2
        ? [{ path: ["usage"], expected: "an amount in place of usage, where the model has no price for it" }]
        : [{ path: ["provider"], expected: `one of ${providers.join(", ")}` }],
    stated: ["provider", "model", "providers"]
  },
  RunNotFound: {
    status: 404,
    reason: "run_not_found",
    sentence: "The workspace has no run with this path.",
    from: ({ path: { path } }: RefusedRequest) => ({ run: typeof path === "string" && isRunPath(path) ? path : null })
  },
  ReadOnlyKey: {
    status: 403,
    reason: "read_only",
    sentence: "The management key is read-only: it cannot change anything."
  },
  RunRefused: {
    status: 409,
    reason: "run_stopped",
    sentence: "The run does not admit the request.",
    sentenceOf: ({ reason, run }: { readonly reason: keyof typeof runSentences; readonly run: string }) =>
      `The run ${run} ${runSentences[reason]}`,
    stated: ["reason", "run", "stored", "stated"]
  },
  SlugTaken: {
    status: 400,
    reason: "slug_taken",
    sentence: "The organization already has one with this slug.",
    sentenceOf: ({ resource }: { readonly resource: string }) =>
      `The organization already has a ${resource} with this slug.`,
    issuesOf: ({ resource }: { readonly resource: string }) => [
      { path: ["slug"], expected: `a slug not used by another ${resource} of the organization` }
    ],
    from: ({ payload: { slug }, resource }: RefusedRequest) => ({ slug, resource: resource.replace(/s$/, "") })
  },
  StorageFailure: {
    status: 500,
    reason: storageReasons.unknown,
    reasonOf: ({ outcome }: { readonly outcome: keyof typeof storageReasons }) => storageReasons[outcome],
    sentence: "Storage failed.",
    sentenceOf: ({ outcome }: { readonly outcome: keyof typeof storageReasons }) =>
      `Storage failed. ${storageSentences[outcome]}`,
    from: ({ cause, reason }: RefusedRequest) => ({
      cause,
      outcome: reason === storageReasons.none ? "none" : "unknown"
    })
  },
  TooManyInFlight: {
    status: 429,
    reason: "too_many_in_flight",
    sentence: "Too many requests are in flight. Try again when one of them ends.",
    stated: ["scopes"]
  },
  UserNotInOrganization: {
    status: 400,
    reason: "user_not_in_organization",
    sentence: "The user does not belong to the organization.",
    issuesOf: ({ field }: { readonly field: string }) => [
      { path: [field], expected: "the id of a user of the organization" }
    ],
    from: ({ payload: { creator_user_id, user_id } }: RefusedRequest) =>
      creator_user_id ? { user_id: creator_user_id, field: "creator_user_id" } : { user_id, field: "user_id" }
  },
  WebhookDisabled: {
    status: 400,
    reason: "webhook_disabled",
    sentence: "The webhook is disabled, so nothing is sent to it. Enable it first.",
    issue: { field: "id", expected: "a webhook that is not disabled" }
  },
  WebhookNotFound: named("The organization has no webhook with this id.", "not_found"),
  WebhooksFull: {
    status: 400,
    reason: "webhooks_full",
    sentence: "The organization has 20 webhooks, and no more are allowed. Delete or change one of them.",
    issue: { field: "url", expected: "a change of another webhook, because the organization has 20" }
  },
  WorkspaceHasKeys: {
    status: 400,
    reason: "workspace_has_keys",
    sentence: "The workspace has enabled keys. Disable or delete them first.",
    issue: { field: "id", expected: "a workspace without keys that are enabled and have not expired" }
  },
  WorkspaceNotFound: {
    ...named("The organization has no workspace with this id or slug.", "not_found"),
    from: ({ path, payload }: RefusedRequest) => shortId(payload["workspace_id"] ?? path["id"])
  }
} as const satisfies Readonly<Record<string, RefusalEntry>>
