// Written by `npm run generate` from the schemas of @tollgate/core. Change the schemas, not this file.

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
