// Written by `npm run generate` from the schemas of @tollgate/core. Change the schemas, not this file.

/** The slug of a supported provider. */
export type Provider =
  | "ai21"
  | "aion-labs"
  | "akashml"
  | "alibaba"
  | "amazon-bedrock"
  | "amazon-nova"
  | "ambient"
  | "anthropic"
  | "arcee-ai"
  | "atlas-cloud"
  | "avian"
  | "azure"
  | "baidu"
  | "baseten"
  | "black-forest-labs"
  | "byteplus"
  | "cerebras"
  | "chutes"
  | "cirrascale"
  | "clarifai"
  | "cloudflare"
  | "cohere"
  | "crusoe"
  | "darkbloom"
  | "decart"
  | "deepgram"
  | "deepinfra"
  | "deepseek"
  | "dekallm"
  | "digitalocean"
  | "featherless"
  | "fireworks"
  | "friendli"
  | "gmicloud"
  | "google-ai-studio"
  | "google-vertex"
  | "groq"
  | "heygen"
  | "inception"
  | "inceptron"
  | "inferact-vllm"
  | "inference-net"
  | "infermatic"
  | "inflection"
  | "io-net"
  | "ionstream"
  | "liquid"
  | "mancer"
  | "mara"
  | "minimax"
  | "mistral"
  | "modelrun"
  | "modular"
  | "moonshotai"
  | "morph"
  | "ncompass"
  | "nebius"
  | "nex-agi"
  | "nextbit"
  | "novita"
  | "nvidia"
  | "open-inference"
  | "openai"
  | "parasail"
  | "perceptron"
  | "perplexity"
  | "phala"
  | "poolside"
  | "quiver"
  | "recraft"
  | "reka"
  | "relace"
  | "sakana"
  | "sambanova"
  | "seed"
  | "siliconflow"
  | "sourceful"
  | "stepfun"
  | "streamlake"
  | "switchpoint"
  | "tenstorrent"
  | "together"
  | "upstage"
  | "venice"
  | "wafer"
  | "wandb"
  | "xai"
  | "xiaomi"
  | "z-ai"

/** A provider credential of the account (bring your own key). Its secret is never returned. */
export interface ByokCredential {
  /** Unique identifier. UUID. */
  readonly id: string
  /** Slug of the upstream provider the credential authenticates against. */
  readonly provider: Provider
  /** Workspace the credential belongs to. UUID. */
  readonly workspace_id: string
  /** Masked secret, to recognize the credential by. */
  readonly label: string
  /** Display name. Null if it has none. 1 to 255 characters. */
  readonly name: string | null
  /** Whether the credential is disabled. */
  readonly disabled: boolean
  /** Whether this credential is tried only after the provider's other credentials. */
  readonly is_fallback: boolean
  /** Slugs of the models the credential may be used for, at most 100. Null means no restriction. */
  readonly allowed_models: ReadonlyArray<string> | null
  /** Hashes of the API keys that may use the credential, at most 100. Null means no restriction. */
  readonly allowed_api_key_hashes: ReadonlyArray<string> | null
  /** Ids of the users who may use the credential, at most 100. Null means no restriction. */
  readonly allowed_user_ids: ReadonlyArray<string> | null
  /** Position within the provider. Credentials are tried in ascending order. */
  readonly sort_order: number
  /** Creation time (UTC). */
  readonly created_at: string
}

/** Input for creating a provider credential. */
export interface NewByokCredential {
  /** Slug of the upstream provider the credential authenticates against. */
  readonly provider: Provider
  /** The provider's secret, 1 to 16384 characters. It is stored encrypted and never returned. */
  readonly key: string
  /**
   * Display name. Null if it has none. 1 to 255 characters.
   *
   * @default null
   */
  readonly name?: string | null | undefined
  /**
   * Whether the credential is disabled.
   *
   * @default false
   */
  readonly disabled?: boolean | undefined
  /**
   * Whether this credential is tried only after the provider's other credentials.
   *
   * @default false
   */
  readonly is_fallback?: boolean | undefined
  /**
   * Slugs of the models the credential may be used for, at most 100. Null means no restriction.
   *
   * @default null
   */
  readonly allowed_models?: ReadonlyArray<string> | null | undefined
  /**
   * Hashes of the API keys that may use the credential, at most 100. Null means no restriction.
   *
   * @default null
   */
  readonly allowed_api_key_hashes?: ReadonlyArray<string> | null | undefined
  /**
   * Ids of the users who may use the credential, at most 100. Null means no restriction.
   *
   * @default null
   */
  readonly allowed_user_ids?: ReadonlyArray<string> | null | undefined
  /** Position within the provider, 0 to 1000000. Defaults to the position after the last. */
  readonly sort_order?: number | undefined
  /** UUID of the workspace that the credential belongs to. Defaults to the organization's default workspace. */
  readonly workspace_id?: string | undefined
}

/** Changes to a provider credential. Absent fields are left unchanged; null clears a field. */
export interface ByokCredentialPatch {
  /** New secret. It replaces the old one, which is deleted. 1 to 16,384 characters. */
  readonly key?: string | undefined
  /** Display name. Null if it has none. 1 to 255 characters. */
  readonly name?: string | null | undefined
  /** Whether the credential is disabled. */
  readonly disabled?: boolean | undefined
  /** Whether this credential is tried only after the provider's other credentials. */
  readonly is_fallback?: boolean | undefined
  /** Slugs of the models the credential may be used for, at most 100. Null means no restriction. */
  readonly allowed_models?: ReadonlyArray<string> | null | undefined
  /** Hashes of the API keys that may use the credential, at most 100. Null means no restriction. */
  readonly allowed_api_key_hashes?: ReadonlyArray<string> | null | undefined
  /** Ids of the users who may use the credential, at most 100. Null means no restriction. */
  readonly allowed_user_ids?: ReadonlyArray<string> | null | undefined
  /** Position within the provider, 0 to 1000000. */
  readonly sort_order?: number | undefined
}

/** Which provider credentials to list, and which part of the list to return. */
export interface ByokCredentialPage {
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
  /** Only records of the workspace with this UUID. */
  readonly workspace_id?: string | undefined
  /** Only credentials for the provider with this slug. */
  readonly provider?: Provider | undefined
}
