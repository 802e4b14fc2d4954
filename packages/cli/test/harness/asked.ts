import { type Case, type Expectation, operationAt, type Sent } from "@tollgate/testing/conformance"

interface One {
  /** The name of the case. */
  readonly name: string
  readonly sent: Sent
  readonly expect: Expectation
}

/** What the cases of a run have sent, and what they expected of it. */
export class Asked {
  readonly #ofOperation = new Map<string, Array<One>>()
  readonly #ofCase = new Map<string, Array<One>>()

  note = (one: Case, sent: Sent, expect: Expectation): void => {
    const { name, operationId } = one
    const noted = { name, sent, expect }
    // Heads and routes belong to no operation. What no operation takes is about the one of the case.
    if (operationId === null) return
    const id = operationAt(sent.method, sent.path)?.id ?? operationId
    for (const [map, key] of [
      [this.#ofOperation, id],
      [this.#ofCase, name]
    ] as const) {
      const all = map.get(key) ?? []
      all.push(noted)
      map.set(key, all)
    }
  }

  /** The requests that were about an operation. */
  of(id: string): ReadonlyArray<One> {
    return this.#ofOperation.get(id) ?? []
  }

  /** The requests of a case. */
  in(name: string): ReadonlyArray<One> {
    return this.#ofCase.get(name) ?? []
  }

  /** The changes by an operation that were to succeed. */
  changesOf(id: string): ReadonlyArray<One> {
    return this.of(id).filter(
      ({ expect, sent }) => expect.status === 200 && sent.method === "PATCH" && sent.body !== undefined
    )
  }
}
