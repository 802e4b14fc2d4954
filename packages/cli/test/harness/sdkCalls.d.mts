interface Known {
  readonly member: string
  readonly preset: string
  /** As `author/slug`. */
  readonly imageModel: string
}

/** What is wrong with the answer of each method of an SDK's client, by its name. */
export const callAll: (sdk: unknown, known: Known) => Promise<Readonly<Record<string, string | null>>>
