// Written by `npm run generate` from the schemas of @tollgate/core. Change the schemas, not this file.

/** Input for a provider that serves an image model. */
export interface NewImageEndpoint {
  /** Display name of the provider. 1 to 255 characters. */
  readonly provider_name: string
  /** Name of the provider in requests. 1 to 255 characters. */
  readonly provider_slug: string
  /**
   * Name by which a request selects this endpoint. Null if it has none. 1 to 255 characters.
   *
   * @default null
   */
  readonly provider_tag?: string | null | undefined
  /** Supported parameters by name. */
  readonly supported_parameters: {
    readonly [name: string]:
      | {
          /** The parameter takes one of a list of values. */
          readonly type: "enum"
          /** The accepted values. */
          readonly values: ReadonlyArray<string>
        }
      | {
          /** The parameter takes a number. */
          readonly type: "range"
          /** The smallest accepted number. */
          readonly min: number
          /** The largest accepted number. At least `min`. */
          readonly max: number
        }
      | {
          /** The parameter takes true or false. */
          readonly type: "boolean"
        }
  }
  /** Whether the endpoint can stream its output. */
  readonly supports_streaming: boolean
  /** Prices. At most 64. */
  readonly pricing: ReadonlyArray<{
    /** What is billed, such as output_image, input_image or input_text. 1 to 255 characters. */
    readonly billable: string
    /** Unit that the price applies to, such as image, megapixel or token. 1 to 255 characters. */
    readonly unit: string
    /** Price of one unit, in USD. 0 to 1,000,000,000. */
    readonly cost_usd: number
    /** Distinguishes several prices of one unit, such as a size or a quality. 1 to 255 characters. */
    readonly variant?: string | undefined
  }>
  /**
   * Names of the provider's own parameters that are passed through to it. At most 64 items.
   *
   * @default []
   */
  readonly allowed_passthrough_parameters?: ReadonlyArray<string> | undefined
}

/** A provider that serves an image model. */
export interface ImageEndpoint {
  /** Display name of the provider. 1 to 255 characters. */
  readonly provider_name: string
  /** Name of the provider in requests. 1 to 255 characters. */
  readonly provider_slug: string
  /** Name by which a request selects this endpoint. Null if it has none. 1 to 255 characters. */
  readonly provider_tag: string | null
  /** Supported parameters by name. */
  readonly supported_parameters: {
    readonly [name: string]:
      | {
          /** The parameter takes one of a list of values. */
          readonly type: "enum"
          /** The accepted values. */
          readonly values: ReadonlyArray<string>
        }
      | {
          /** The parameter takes a number. */
          readonly type: "range"
          /** The smallest accepted number. */
          readonly min: number
          /** The largest accepted number. At least `min`. */
          readonly max: number
        }
      | {
          /** The parameter takes true or false. */
          readonly type: "boolean"
        }
  }
  /** Whether the endpoint can stream its output. */
  readonly supports_streaming: boolean
  /** Prices. */
  readonly pricing: ReadonlyArray<{
    /** What is billed, such as output_image, input_image or input_text. 1 to 255 characters. */
    readonly billable: string
    /** Unit that the price applies to, such as image, megapixel or token. 1 to 255 characters. */
    readonly unit: string
    /** Price of one unit, in USD. */
    readonly cost_usd: number
    /** Distinguishes several prices of one unit, such as a size or a quality. 1 to 255 characters. */
    readonly variant?: string | undefined
  }>
  /** Names of the provider's own parameters that are passed through to it. */
  readonly allowed_passthrough_parameters: ReadonlyArray<string>
}

/** Input for an image generation model of the catalogue. */
export interface NewImageModel {
  /** Model id of the form `<vendor>/<model>`, in lowercase. At most 255 characters. */
  readonly id: string
  /** Display name. 1 to 255 characters. */
  readonly name: string
  /** Description of the model, at most 4000 characters. */
  readonly description: string
  /** Release time as a Unix timestamp in seconds. At least 0. */
  readonly created: number
  /** Input and output modalities. */
  readonly architecture: {
    /** Kinds of input, such as text. */
    readonly input_modalities: ReadonlyArray<string>
    /** Kinds of output, such as image. */
    readonly output_modalities: ReadonlyArray<string>
  }
  /** Supported parameters by name. */
  readonly supported_parameters: {
    readonly [name: string]:
      | {
          /** The parameter takes one of a list of values. */
          readonly type: "enum"
          /** The accepted values. */
          readonly values: ReadonlyArray<string>
        }
      | {
          /** The parameter takes a number. */
          readonly type: "range"
          /** The smallest accepted number. */
          readonly min: number
          /** The largest accepted number. At least `min`. */
          readonly max: number
        }
      | {
          /** The parameter takes true or false. */
          readonly type: "boolean"
        }
  }
  /** Whether the model can stream its output. */
  readonly supports_streaming: boolean
  /** The providers that serve the model, at most 64. None if absent. */
  readonly endpoints?: ReadonlyArray<NewImageEndpoint> | undefined
}

/** An image generation model. */
export interface ImageModel {
  /** Model id of the form `<vendor>/<model>`. At most 255 characters. */
  readonly id: string
  /** Display name. 1 to 255 characters. */
  readonly name: string
  /** Description of the model. At most 4,000 characters. */
  readonly description: string
  /** Release time as a Unix timestamp in seconds. */
  readonly created: number
  /** Input and output modalities. */
  readonly architecture: {
    /** Kinds of input, such as text. */
    readonly input_modalities: ReadonlyArray<string>
    /** Kinds of output, such as image. */
    readonly output_modalities: ReadonlyArray<string>
  }
  /** Path of the list of the model's endpoints. */
  readonly endpoints: string
  /** Supported parameters by name. */
  readonly supported_parameters: {
    readonly [name: string]:
      | {
          /** The parameter takes one of a list of values. */
          readonly type: "enum"
          /** The accepted values. */
          readonly values: ReadonlyArray<string>
        }
      | {
          /** The parameter takes a number. */
          readonly type: "range"
          /** The smallest accepted number. */
          readonly min: number
          /** The largest accepted number. At least `min`. */
          readonly max: number
        }
      | {
          /** The parameter takes true or false. */
          readonly type: "boolean"
        }
  }
  /** Whether the model can stream its output. */
  readonly supports_streaming: boolean
}

/** Input for replacing the catalogue of image models. */
export interface NewImageModels {
  /** All models of the catalogue: at most 1000, of together at most 5000000 bytes as JSON in UTF-8, each id once. */
  readonly models: ReadonlyArray<NewImageModel>
}

/** The providers that serve an image model. */
export interface ImageModelEndpoints {
  /** Model id of the form `<vendor>/<model>`. At most 255 characters. */
  readonly id: string
  /** The providers that serve the model, in the order of the catalogue. */
  readonly endpoints: ReadonlyArray<ImageEndpoint>
}
