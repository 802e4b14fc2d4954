import * as Context from "effect/Context"
import type { KeyHash } from "../../values/KeyHash.js"

/** The fewest tokens of a slice. */
export const LEAST_SLICE = 64

/** How many outputs of a key and model are remembered. */
const OUTPUTS = 32

/** How many pairs of a key and a model are remembered: the ones used last. */
const PAIRS = 10_000

/** The lengths of the last outputs of each key and model, in tokens. Its memory is bounded. */
export class LastOutputs {
  readonly #outputs = new Map<string, ReadonlyArray<number>>()

  /** Remembers an output that was read to its end. */
  add(key: KeyHash, model: string, tokens: number): void {
    const name = `${key} ${model}`
    const before = this.#outputs.get(name) ?? []
    // A map keeps its entries in the order of their insertion, so the first one is the one used longest ago.
    this.#outputs.delete(name)
    this.#outputs.set(name, [...before, tokens].slice(-OUTPUTS))
    if (this.#outputs.size <= PAIRS) return
    for (const oldest of this.#outputs.keys()) {
      this.#outputs.delete(oldest)
      return
    }
  }

  /** The number of tokens to hold at a time: the 90th percentile of the last outputs, at least 64. */
  slice(key: KeyHash, model: string): number {
    const outputs = this.#outputs.get(`${key} ${model}`) ?? []
    const sorted = [...outputs].sort((one, other) => one - other)
    return Math.max(LEAST_SLICE, sorted[Math.ceil(sorted.length * 0.9) - 1] ?? 0)
  }
}

/** The outputs that this process has seen. Provide one of your own to forget them, as in a test. */
export class OutputSizes extends Context.Reference<OutputSizes>()("@tollgate/core/OutputSizes", {
  defaultValue: () => new LastOutputs()
}) {}
