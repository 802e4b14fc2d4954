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

const parse = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

const parsed = new WeakMap<Answer, { readonly value: unknown }>()

/** The body as JSON; undefined if it is not JSON. Each check reads it, and it is parsed once. */
export const json = (answer: Answer): unknown => {
  const known = parsed.get(answer) ?? { value: parse(answer.body) }
  parsed.set(answer, known)
  return known.value
}
