import * as Context from "effect/Context"
import { BoundedMap } from "../../runtime/BoundedMap.js"
import type { KeyHash } from "../../values/KeyHash.js"

/** The fewest tokens of a slice. */
const MIN_SLICE_TOKENS = 64

/** How many outputs of a key and model are remembered. */
const MAX_OUTPUTS = 32

/** How many pairs of a key and a model are remembered: the ones used last. */
const MAX_PAIRS = 10_000

/** The lengths of the last outputs of each key and model, in tokens. Its memory is bounded. */
export class LastOutputs {
  readonly #outputs = new BoundedMap<string, ReadonlyArray<number>>(MAX_PAIRS)

  /** Remembers an output that was read to its end. */
  add(key: KeyHash, model: string, tokens: number): void {
    const name = `${key} ${model}`
    const before = this.#outputs.get(name) ?? []
    this.#outputs.set(name, [...before, tokens].slice(-MAX_OUTPUTS))
  }

  /** The number of tokens to hold at a time: the 90th percentile of the last outputs, at least 64. */
  slice(key: KeyHash, model: string): number {
    const outputs = this.#outputs.get(`${key} ${model}`) ?? []
    const sorted = [...outputs].sort((one, other) => one - other)
    // None before the first output was read to its end.
    const usual = sorted[Math.ceil(sorted.length * 0.9) - 1] ?? MIN_SLICE_TOKENS
    return Math.max(MIN_SLICE_TOKENS, usual)
  }
}

/** The outputs that this process has seen. Provide one of your own to forget them, as in a test. */
export class OutputSizes extends Context.Reference<OutputSizes>()("@tollgate/core/OutputSizes", {
  defaultValue: () => new LastOutputs()
}) {}
