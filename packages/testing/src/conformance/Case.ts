import type { CaseRequest } from "./CaseRequest.js"
import type { State } from "./states.js"

/** The expected answer. Values of `json` and `body` may be matchers: objects whose names start with `$`. */
export interface Expectation {
  readonly status: number
  /** Other statuses that the contract's text allows. They pass only if the run sets `alternatives`. */
  readonly alt?: ReadonlyArray<number>
  readonly message?: string
  /** By lower-case name: `*` for any value, `null` for absent, a text for how the value starts, or a matcher. */
  readonly headers?: Readonly<Record<string, unknown>>
  /** By path, as in `data.0.id`. */
  readonly json?: Readonly<Record<string, unknown>>
  /** The whole body. */
  readonly body?: unknown
  /** The whole body as text, where it is not JSON. Placeholders are filled in. */
  readonly text?: string
  /** Texts that occur in neither the headers nor the body. */
  readonly absent?: ReadonlyArray<string>
  /** The name of another case, whose answer must be the same byte for byte. */
  readonly sameAs?: string
  /** With `repeat`: the first answer of this status ends the repetition. */
  readonly anyOf?: boolean
  /** With `raw`: the number of answers on the connection. */
  readonly answers?: number
  /** With `raw`: how long to wait for the next bytes, in milliseconds. @default 10000 */
  readonly within?: number
  /** With `concurrent`: how many answers have each status. */
  readonly tally?: Readonly<Record<string, number>>
  /** Placeholders for later steps, each taken from a path of the body. */
  readonly save?: Readonly<Record<string, string>>
}

/** One request and its expected answer. */
export interface Step {
  readonly request: CaseRequest
  readonly expect: Expectation
}

/** A request whose answer must be the same before and after the case, except for the paths in `except`. */
export interface Probe {
  readonly request: CaseRequest
  readonly except: ReadonlyArray<string>
}

/** One promise of the contract. */
export interface Case extends Step {
  /** The number of the case in the whole set. It is only a label. */
  readonly n: number
  /** The operation that the case is about; null for routes, framing and the rest of the transport. */
  readonly operationId: string | null
  readonly name: string
  /** The states that the case needs. `Hooks.setup` makes them. */
  readonly setup?: ReadonlyArray<State>
  /** `raw` for a bare socket, `slow` for a case that waits for a time limit of the server. */
  readonly transport?: "raw" | "slow"
  readonly before?: ReadonlyArray<Step>
  readonly follow?: ReadonlyArray<Step>
  readonly unchanged?: ReadonlyArray<Probe>
  /** Texts that must not occur in the log afterwards. */
  readonly notLogged?: ReadonlyArray<string>
  /** The source of the promise: the specification, a decision, a consequence of either, HTTP, or Node.js's parser. */
  readonly basis: "spec" | "decision" | "derived" | "http" | "node"
  /** Whether a success is expected, so that a server that refuses everything fails. */
  readonly control?: boolean
  /** What holds afterwards, in words. `follow`, `unchanged` or `notLogged` checks it. */
  readonly after?: string
  readonly why?: string
}

/** The operation id of a case, or `transport` if it belongs to none. */
export const groupOf = ({ operationId }: { readonly operationId: string | null }): string => operationId ?? "transport"
