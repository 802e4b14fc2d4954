/** A request of a case. `raw` is written to a bare socket byte for byte (latin1); everything else is sent by an HTTP client. */
export interface CaseRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | null
  readonly bodyBase64?: string
  /** The body `prefix` + `times` × `unit` (`%d` is replaced by the number) + `mid` + `times` × `unit2` + `suffix`. */
  readonly bodyRepeat?: {
    readonly prefix: string
    readonly unit: string
    readonly times: number
    readonly mid: string
    readonly unit2: string
    readonly suffix: string
  }
  readonly raw?: string
  /** Sends the request this many times, one after another. The last answer is checked. */
  readonly repeat?: number
  /** Sends the request this many times at once. `tally` checks the statuses. */
  readonly concurrent?: number
}
