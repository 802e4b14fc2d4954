import { baseUrl, copyError, sentTexts } from "#shared"
import { type ConnectOptions, checkOptions } from "../ConnectOptions.js"
import { type Answer, type AnswerHead, Unanswered } from "./Answer.js"
import { inHostSpan } from "./hostSpan.js"

/** A request to an operation. */
export interface Sent {
  readonly method: string
  /** Below the base address, with the parameters of the path in braces. */
  readonly template: string
  /** Below the base address, with a query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

const headOf = ({ headers, status }: Response): AnswerHead => {
  const retryAfter = headers.get("retry-after") ?? ""
  return { status, retryAfter: /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) : null }
}

const parse = (text: string, head: AnswerHead): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's error repeats a part of the answer.
    throw new Unanswered(head, false, new SyntaxError("The answer is not JSON."))
  }
}

/** A server at an address. It holds no connection open between requests. */
export class Server {
  readonly #base: URL
  readonly #fetch: typeof globalThis.fetch | undefined
  /** Whether an answer has shown that the server does a change once for each idempotency key, so that a change can be sent again. */
  isRepeatable = false

  /** Throws `TypeError` if an option is unknown or invalid. No request is sent. */
  constructor(options: ConnectOptions) {
    checkOptions(options)
    this.#base = new URL(baseUrl(options.url))
    this.#fetch = options.fetch
  }

  /** Sends a request once. Fails with `Unanswered`. */
  async ask({ body, headers, method, path, template }: Sent, signal: AbortSignal | undefined): Promise<Answer> {
    const { href } = this.#base
    // The global function, which must be called without an object, may be replaced later.
    const fetch = this.#fetch ?? globalThis.fetch
    // Following a redirect would send the key to another address.
    const init = { method, redirect: "manual", ...(body === null ? {} : { body }), ...(signal && { signal }) } as const
    const copy = (failure: unknown) => copyError(failure, sentTexts(headers, body))
    const request = { method, template, server: this.#base }
    const response = await inHostSpan(request, (traced) =>
      fetch(href + path, { ...init, headers: { ...headers, ...traced } })
    ).catch((failure: unknown) => {
      throw new Unanswered(null, true, copy(failure))
    })
    if (response.headers.has("idempotency-replayed")) this.isRepeatable = true
    const head = headOf(response)
    const text = await response.text().catch((failure: unknown) => {
      throw new Unanswered(head, head.status < 300, copy(failure))
    })
    return { ...head, json: parse(text, head) }
  }
}
