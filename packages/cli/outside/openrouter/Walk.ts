import { BASE_PATH, operations } from "@tollgate/http"
import { OpenRouter as Older } from "openrouter-0.13.43"
import { HTTPClient, OpenRouter as Newest } from "openrouter-1.3.19"
import { expect } from "vitest"
import type { Account } from "./account.js"

/** A client of either version. Where their arguments differ, a call states those of both. */
export type Sdk = Newest

/** The versions of the client. */
export const versions = {
  // The types of the newest describe the calls: a union of both has no methods that take anything.
  "0.13.43": Older as unknown as typeof Newest,
  "1.3.19": Newest
} as const
export type Version = keyof typeof versions

/** The operation that a request is for; its path, if the contract has none. */
const routeOf = (method: string, path: string): string => {
  const segments = path.slice(BASE_PATH.length).split("/")
  const fits = (template: string) => {
    const parts = template.split("/")
    return parts.length === segments.length && parts.every((part, at) => part.startsWith("{") || part === segments[at])
  }
  const found = operations.filter((operation) => operation.method === method && fits(operation.path))
  // A literal path wins over one with parameters.
  const [operation] = found.sort((one, other) => one.path.split("{").length - other.path.split("{").length)
  return operation === undefined ? `${method} /workspaces/{id}/budgets/{interval}` : `${method} ${operation.path}`
}

/** What an error says: the fields that the client misses in an answer, the refusal, or what differs from what is expected. */
const reasonOf = (error: unknown): string => {
  // Errors of two packages and of the test, told apart by the fields that they have.
  const { body, cause, message, statusCode } = error as {
    readonly body?: string
    readonly cause?: { readonly issues?: ReadonlyArray<{ readonly path: ReadonlyArray<unknown> }> }
    readonly message?: string
    readonly statusCode?: number
  }
  const fields = cause?.issues?.map(({ path }) =>
    path.filter((part) => !/^(Result|data|\d+)$/.test(`${part}`)).join(".")
  )
  if (fields !== undefined) return `misses ${[...new Set(fields)].sort().join(", ")}`
  return statusCode === undefined ? `${message}` : `${statusCode} ${body}`
}

/** The answer within an error of the client, so that the walk goes on where a method fails. */
const answerIn = (error: unknown): unknown => {
  const {
    body = "",
    rawValue,
    statusCode = 0
  } = error as {
    readonly body?: string
    readonly rawValue?: { readonly Result?: unknown }
    readonly statusCode?: number
  }
  return rawValue?.Result ?? rawValue ?? (statusCode < 300 && body !== "" ? JSON.parse(body) : undefined)
}

/** Calls each method of a client, in an order in which each finds what it needs, and remembers which fail. */
export class Walk {
  /** By method: null if every call has returned what is expected, or why not. */
  readonly told = new Map<string, string | null>()
  /** The operation of each method, as the contract writes it. */
  readonly routes = new Map<string, string>()
  private method = ""
  readonly version: Version
  readonly account: Account
  readonly sdk: Sdk
  /** Whether the client is the newest. */
  readonly isNewest: boolean

  /** Whether the server answers in the client's form. */
  readonly isCompat: boolean

  constructor(version: Version, account: Account, isCompat: boolean) {
    this.version = version
    this.account = account
    this.isCompat = isCompat
    this.isNewest = version === "1.3.19"
    this.sdk = this.as(account.management)
  }

  /** The client with another key. */
  as(apiKey: string): Sdk {
    const httpClient = new HTTPClient()
    httpClient.addHook("beforeRequest", (request) => {
      this.routes.set(this.method, routeOf(request.method, new URL(request.url).pathname))
    })
    const { url: serverURL } = this.account
    return new versions[this.version]({ apiKey, serverURL, httpClient, retryConfig: { strategy: "none" } })
  }

  /** Fields that only the newest client has. */
  readonly newer = (fields: object): object => (this.isNewest ? fields : {})

  /** Fields of a request that only the client has. They ask for nothing. */
  readonly own = <A extends object>(fields: A): A | object => (this.isCompat ? fields : {})

  /** Calls a method and compares all that it returns. */
  async call<A>(method: string, call: (sdk: Sdk) => Promise<A>, expected: unknown): Promise<A> {
    this.method = method
    let answer: A
    try {
      answer = await call(this.sdk)
    } catch (error) {
      this.told.set(method, reasonOf(error))
      // The form in which the server has sent it; the steps that need it read ids alone.
      return answerIn(error) as A
    }
    try {
      if (this.isCompat) expect(answer, `${method} of ${this.version}`).toStrictEqual(expected)
      if (!this.told.has(method)) this.told.set(method, null)
    } catch (error) {
      this.told.set(method, reasonOf(error))
    }
    return answer
  }

  /** Calls a method that returns pages, and compares the records of all of them. */
  async list<P extends { readonly result: { readonly data: ReadonlyArray<unknown>; readonly totalCount: number } }>(
    method: string,
    call: (sdk: Sdk) => Promise<AsyncIterable<P>>,
    expected: ReadonlyArray<unknown>
  ): Promise<void> {
    await this.call(
      method,
      async (sdk) => {
        const pages: Array<P["result"]> = []
        for await (const { result } of await call(sdk)) pages.push(result)
        return {
          records: pages.flatMap(({ data }) => data),
          counts: [...new Set(pages.map(({ totalCount }) => totalCount))]
        }
      },
      { records: expected, counts: [expected.length] }
    )
  }
}
