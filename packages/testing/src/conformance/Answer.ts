/** An answer. Status 0 means that none came; `problem` says why. */
export interface Answer {
  readonly status: number
  /** By lower-case name; repeated headers are joined by a comma. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The number of answers on the connection. */
  readonly answers: number
  readonly problem?: string
}

export const unanswered = (problem: string): Answer => ({ status: 0, headers: {}, body: "", answers: 0, problem })

/** The body as JSON; undefined if it is not JSON. */
export const json = (answer: Answer): unknown => {
  try {
    return JSON.parse(answer.body)
  } catch {
    return undefined
  }
}
