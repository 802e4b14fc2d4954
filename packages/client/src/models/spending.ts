// Written by `npm run generate` from the schemas of @tollgate/core. Change the schemas, not this file.

import type { KeyHolder } from "./keys.js"

/** A limit on a scope in a window, and what counts toward it. */
export interface Budget {
  /** Scope of the budget. */
  readonly scope: "key" | "guardrail_key" | "guardrail_member" | "workspace" | "organization"
  /** Window of the budget. */
  readonly window: "lifetime" | "daily" | "weekly" | "monthly"
  /** Spending limit in USD. 0 blocks all spending. */
  readonly limit: number
  /** Cost of settled requests in the window, in USD. */
  readonly spent: number
  /** Sum of open holds in the window, in USD. */
  readonly held: number
  /** Sum of holds with an unknown outcome in the window, in USD. It counts like held. */
  readonly unknown: number
  /** The limit minus spent, held and unknown, in USD. Negative if the limit is exceeded. */
  readonly remaining: number
  /** End of the window (UTC). Null for the lifetime. */
  readonly resets_at: string | null
}

/** The credentials of a request, in the order to try them. */
export interface CredentialPlan {
  /** The credentials: first those that are no fallback, then the gateway's own, then fallbacks. */
  readonly credentials: ReadonlyArray<{
    /** UUID of the credential. Null for the gateway's own. */
    readonly id: string | null
    /** Slug of the provider. Null for any. 1 to 50 characters. */
    readonly provider: string | null
    /** Display name. Null if it has none. 1 to 255 characters. */
    readonly name: string | null
    /** Masked secret. Null for the gateway's own. */
    readonly label: string | null
  }>
  /** Credentials of the workspace that the request may not use. */
  readonly left_out: ReadonlyArray<{
    /** UUID of the credential. Null for the gateway's own. */
    readonly id: string | null
    /** What excludes the credential. */
    readonly reason: "disabled" | "model" | "key" | "user" | "provider" | "budget"
  }>
}

/** An amount set aside for one request. */
export interface Hold {
  /** Unique identifier: a UUID of version 7. It is the idempotency key of every act on the hold. */
  readonly id: string
  /**
   * State of the hold. States only rise: open, expired, released, unknown, settled. At the end of its lease, an open
   * hold has expired, or is unknown if it was sent. The budgets count its amount as held until a server gives it back:
   * the server that granted the lease at once, another one 30 seconds later.
   */
  readonly state: "open" | "expired" | "released" | "unknown" | "settled"
  /** Amount set aside, in USD. */
  readonly amount: number
  /** Cost of the request, in USD. Null until it is settled. */
  readonly cost: number | null
  /** Whether the amount counts as BYOK usage. */
  readonly is_byok: boolean
  /** Hash of the API key that spends. 64 characters. */
  readonly key_hash: string
  /** Workspace of the key. UUID. */
  readonly workspace_id: string
  /** User who makes the request. 1 to 255 characters. */
  readonly user_id: string
  /** Slugs of the models: the first choice, then the fallbacks. */
  readonly models: ReadonlyArray<string>
  /**
   * Slug of the provider: as stated, or of the rate card that priced the usage. Null if there is neither. 1 to 50
   * characters.
   */
  readonly provider: string | null
  /** Credential that was used, or that `sent` stated last. Null for the gateway's own, and until one is known. UUID. */
  readonly credential_id: string | null
  /** Source of the cost. Null if not stated. */
  readonly basis: "provider" | "table" | "estimate" | null
  /** Labels of the request, for reports. */
  readonly labels: { readonly [name: string]: string }
  /** Process that created the hold. Null if not stated. 1 to 64 characters. */
  readonly instance: string | null
  /** Creation time (UTC). */
  readonly opened_at: string
  /** Time at which the request was sent to a provider (UTC). Null if it was not. */
  readonly sent_at: string | null
  /** End of the lease (UTC). An open hold that was not sent expires then; one that was sent becomes unknown. */
  readonly lease_ends_at: string
  /** Time of the last change of state (UTC). */
  readonly ended_at: string | null
  /** Number of corrections of its cost. */
  readonly corrections: number
  /**
   * What was unusual about the hold: the cost exceeds the amount (`overdrawn`), was settled after the lease (`late`),
   * through a credential outside the plan (`outside_plan`) or by a model or provider that was not admitted
   * (`outside_policy`); its usage has no price (`price_missing`), its settlement was refused (`settlement_refused`), or
   * several credentials were possible and none was stated (`credential_assumed`).
   */
  readonly flags: ReadonlyArray<
    | "overdrawn"
    | "late"
    | "outside_plan"
    | "outside_policy"
    | "price_missing"
    | "settlement_refused"
    | "credential_assumed"
  >
}

/** Which holds to list, and which part of the list to return. */
export interface HoldPage {
  /**
   * Maximum number of records to return. 1 to 100.
   *
   * @default 50
   */
  readonly limit?: number | undefined
  /**
   * Number of records to skip.
   *
   * @default 0
   */
  readonly offset?: number | undefined
  /** Only holds in this state. */
  readonly state?: "open" | "expired" | "released" | "unknown" | "settled" | undefined
  /** Only holds with this flag. */
  readonly flag?:
    | "overdrawn"
    | "late"
    | "outside_plan"
    | "outside_policy"
    | "price_missing"
    | "settlement_refused"
    | "credential_assumed"
    | undefined
  /** Only holds of the API key with this hash. 64 characters. */
  readonly key_hash?: string | undefined
  /** Only records of the workspace with this UUID. */
  readonly workspace_id?: string | undefined
  /** Only holds that this process created. 1 to 64 characters. */
  readonly instance?: string | undefined
}

/** What one request consumed, in parts that do not overlap. A part that is omitted is 0. */
export interface TokenUsage {
  /**
   * Input tokens that no other part counts: text that was neither read from nor written to a cache. 0 to 1,000,000,000.
   *
   * @default 0
   */
  readonly input?: number | undefined
  /**
   * Input tokens read from the provider's cache, of every modality. 0 to 1,000,000,000.
   *
   * @default 0
   */
  readonly cache_read?: number | undefined
  /**
   * Input tokens written to the provider's cache, except those of `cache_write_hour`. 0 to 1,000,000,000.
   *
   * @default 0
   */
  readonly cache_write?: number | undefined
  /**
   * Input tokens written to the provider's cache for an hour. 0 to 1,000,000,000.
   *
   * @default 0
   */
  readonly cache_write_hour?: number | undefined
  /**
   * Output tokens that no other part counts. 0 to 1,000,000,000.
   *
   * @default 0
   */
  readonly output?: number | undefined
  /**
   * Output tokens of reasoning. 0 to 1,000,000,000.
   *
   * @default 0
   */
  readonly reasoning?: number | undefined
  /**
   * Uncached input tokens of audio. 0 to 1,000,000,000.
   *
   * @default 0
   */
  readonly audio_input?: number | undefined
  /**
   * Output tokens of audio. 0 to 1,000,000,000.
   *
   * @default 0
   */
  readonly audio_output?: number | undefined
  /**
   * Uncached input tokens of images. 0 to 1,000,000,000.
   *
   * @default 0
   */
  readonly image_input?: number | undefined
  /**
   * Output tokens of images. 0 to 1,000,000,000.
   *
   * @default 0
   */
  readonly image_output?: number | undefined
  /**
   * Generated images. They count beside the tokens, not among them. 0 to 1,000,000,000.
   *
   * @default 0
   */
  readonly images?: number | undefined
}

/** Input for setting an amount aside. */
export interface NewHold {
  /** The API key that makes the request, as it was presented. */
  readonly key: string
  /** Amount to set aside, in USD. Required unless `usage` is stated. 0 to 1,000,000,000. */
  readonly amount?: number | undefined
  /**
   * The most that the request may consume, to set its price aside: that of the dearest of its models at `provider`.
   * Without a provider, the only rate card of a model is taken, if one provider that the policy allows has one.
   */
  readonly usage?: TokenUsage | undefined
  /** Slug of the model. Send either `model` or `models`. 1 to 255 characters. */
  readonly model?: string | undefined
  /** Slugs of the models: the first choice, then the fallbacks. Send either `model` or `models`. 1 to 8 items. */
  readonly models?: ReadonlyArray<string> | undefined
  /** UUID of version 7 for the hold. Repeating a creation with the same id changes nothing. */
  readonly id?: string | undefined
  /** Slug of the provider that the request goes to, or of a server of your own. 1 to 50 characters. */
  readonly provider?: string | undefined
  /**
   * Whose credentials the request may use: the gateway's `own`, those that the organization has stored (`byok`), or
   * `any` of both. If stored ones may be used, state which one at `sent`.
   *
   * @default "own"
   */
  readonly credential?: "own" | "byok" | "any" | undefined
  /** User who makes the request. Defaults to the user of the key. 1 to 255 characters. */
  readonly user_id?: string | undefined
  /**
   * Whether the request uses only endpoints with zero data retention.
   *
   * @default false
   */
  readonly zdr?: boolean | undefined
  /**
   * Length of the lease in seconds. The hold ends with its lease unless it is extended. 1 to 2,592,000.
   *
   * @default 600
   */
  readonly lease_seconds?: number | undefined
  /** Name of the process that creates the hold. 1 to 64 characters. */
  readonly instance?: string | undefined
  /**
   * Labels for reports.
   *
   * @default {}
   */
  readonly labels?: { readonly [name: string]: string } | undefined
  /**
   * Whether to judge the request without setting anything aside. The hold of the answer is not stored, so acts on it
   * find none.
   */
  readonly dry_run?: boolean | undefined
}

/** A hold, and what the gateway needs for the request. */
export interface AuthorizedHold {
  /** The hold. */
  readonly data: Hold
  /** Whether the hold existed already, with the same terms. */
  readonly repeated: boolean
  /** The credentials to try, in order. */
  readonly plan: CredentialPlan
  /**
   * Providers that the policy allows. Null means no restriction. They bind a request that names no provider. A policy
   * that only ignores providers leaves those that credentials can be stored for; a request may name another one.
   */
  readonly providers: ReadonlyArray<string> | null
  /** The holder of the key. */
  readonly key_holder: KeyHolder
  /** Every budget that applies, after the hold. */
  readonly budgets: ReadonlyArray<Budget>
}

/** Input for marking a hold as sent. */
export interface SentRequest {
  /**
   * Credential of the plan that the request uses. Null for the gateway's own. A settlement that names none counts for
   * the last one. UUID.
   */
  readonly credential_id?: string | null | undefined
}

/** Input for extending a hold. */
export interface HoldExtension {
  /** The whole amount to hold, in USD. A lower amount than the present one changes nothing. 0 to 1,000,000,000. */
  readonly amount?: number | undefined
  /** Length of the lease from now, in seconds. Defaults to that of the creation. 1 to 2,592,000. */
  readonly lease_seconds?: number | undefined
}

/** Input for correcting the cost of a settled hold. */
export interface CostCorrection {
  /** What the request cost, in USD. It replaces the present cost. 0 to 1,000,000,000. */
  readonly cost: number
  /** Why this cost is truer. It is kept with the correction. 1 to 500 characters. */
  readonly reason: string
}

/** A correction of the cost of a hold. */
export interface HoldCorrection {
  /** Time of the correction (UTC). */
  readonly at: string
  /** Cost that was replaced, in USD. */
  readonly before: number
  /** Cost from then on, in USD. */
  readonly after: number
  /** Why this cost is truer. 1 to 500 characters. */
  readonly reason: string
  /** Hash of the management key that corrected the cost. Null for the host. 64 characters. */
  readonly by: string | null
}

/** A hold, and every correction of its cost. */
export interface HoldWithCorrections {
  /** The hold. */
  readonly data: Hold
  /** The corrections of its cost, oldest first. */
  readonly corrections: ReadonlyArray<HoldCorrection>
}

/** The secret of a provider credential. */
export interface OpenedCredential {
  /** The provider's secret. Keep it in memory, and only as long as the request needs it. */
  readonly key: string
}

/** Input for settling a hold. */
export interface NewSettlement {
  /**
   * Cost of the request in USD. 0 if the provider billed nothing. It takes precedence over `usage`. 0 to 1,000,000,000.
   */
  readonly cost?: number | undefined
  /**
   * What the request consumed. Without a cost, it is priced as of the opening of the hold, at `provider`, else at that
   * of the hold, else by the only rate card. Without a price, the hold becomes unknown.
   */
  readonly usage?: TokenUsage | undefined
  /**
   * Credential that was used. Null for the gateway's own. Defaults to the one that `sent` stated last, else to the
   * gateway's own if the plan has it, else to the only one of the plan. Required if the plan has several and the
   * gateway's own is none of them. UUID.
   */
  readonly credential_id?: string | null | undefined
  /** Slug of the model that was used. Required to price `usage` if the hold has several models. 1 to 255 characters. */
  readonly model?: string | undefined
  /** Slug of the provider that was used. 1 to 50 characters. */
  readonly provider?: string | undefined
  /**
   * Source of a stated cost: the provider's report, the price table, or an estimate. The price of a `usage` is from the
   * price table, unless it is stated as an estimate.
   */
  readonly basis?: "provider" | "table" | "estimate" | undefined
}

/** Input for recording a request that was made without a hold. */
export interface NewUsage {
  /**
   * UUID of version 7 for the request, with its time: at most 24 hours ahead, and within the retention of the ledger.
   * Recording a request again with the same id changes nothing.
   */
  readonly id: string
  /** Hash of the ordinary API key that made the request. The key may be disabled or deleted. 64 characters. */
  readonly key_hash: string
  /**
   * Cost of the request in USD. 0 if the provider billed nothing. It takes precedence over `usage`. 0 to 1,000,000,000.
   */
  readonly cost?: number | undefined
  /**
   * What the request consumed. Without a cost, it is priced as of the opening of the hold, at `provider`, else at that
   * of the hold, else by the only rate card. Without a price, the hold becomes unknown.
   */
  readonly usage?: TokenUsage | undefined
  /** Credential that was used. Null, the default, for the gateway's own. UUID. */
  readonly credential_id?: string | null | undefined
  /** Slug of the model that was used. Required to price `usage` if the hold has several models. 1 to 255 characters. */
  readonly model?: string | undefined
  /** Slug of the provider that was used. 1 to 50 characters. */
  readonly provider?: string | undefined
  /**
   * Source of a stated cost: the provider's report, the price table, or an estimate. The price of a `usage` is from the
   * price table, unless it is stated as an estimate.
   */
  readonly basis?: "provider" | "table" | "estimate" | undefined
  /**
   * Time of the request. It decides the intervals in which its cost counts. Defaults to now. ISO 8601 date and time.
   */
  readonly at?: string | undefined
}

/** Input for releasing the unsent holds of a process. */
export interface HoldsOfInstance {
  /** Name of the process, as it was stated when the holds were created. 1 to 64 characters. */
  readonly instance: string
}

/** Result of releasing holds. */
export interface ReleasedHolds {
  /** Number of holds that were released. */
  readonly released: number
}
