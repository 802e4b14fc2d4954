import type { Operations } from "#operations"

/** The last parameter of every method. */
export interface CallOptions {
  /** Aborting it interrupts the operation; the promise then rejects with the signal's reason. One signal can serve many calls. */
  readonly signal?: AbortSignal
  /**
   * Names a change, so that it is done once however often the call is repeated within 24 hours: a repetition returns the result of
   * the first success. 1 to 255 visible ASCII characters, such as a random UUID. Each caller has names of its own; another input under the
   * same name rejects with `IdempotencyKeyReused`. `IdempotencyAnswerUnavailable` says that the change was done, and that its result is not
   * there any more: it was larger than 64 KiB, or sealed with a master key that was removed. Methods that read and
   * those of holds ignore a valid one: a hold's `id` does the same.
   *
   * @default none in process; over HTTP a new one for each call
   */
  readonly idempotencyKey?: string
}

/** The name of an operation of the contract, as of its program. */
export type OperationName = keyof Operations

/** The values of a path's parameters, by name, and the input, if the operation takes one. */
export interface Request {
  readonly path: Readonly<Record<string, string>>
  readonly input?: unknown
}

/** How the Promise API reaches the operations: in process or over HTTP. The input and the answer are plain values. */
export interface Transport {
  readonly run: (name: OperationName, request: Request, options: CallOptions | undefined) => Promise<unknown>
}
