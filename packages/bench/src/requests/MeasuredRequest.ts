import { type Message, messageOf } from "../harness/Message.js"

/** A request to measure. */
export interface MeasuredRequest {
  readonly name: string
  readonly method: "GET" | "PATCH" | "POST"
  readonly path: string
  /** The nth body; null for a request without one. */
  readonly body: ((n: number) => string) | null
  /** The expected status. */
  readonly status: number
  readonly requests: number
  /** Bounds as multiples of the processor time by hand: the limit, the goal, and the limit with logging. */
  readonly bounds: { readonly limit: number; readonly goal?: number; readonly logged?: number }
}

const own = { limit: 6, goal: 4, logged: 7.5 }

const get = (name: string, path: string, requests: number, bounds: MeasuredRequest["bounds"]): MeasuredRequest => ({
  name,
  method: "GET",
  path,
  body: null,
  status: 200,
  requests,
  bounds
})

const nameAndLimit = (n: number) => `{"name":"name ${n % 1000}","limit":${(n % 1000) + 0.25}}`

/** The measured requests for an account with these placeholders. */
export const measuredRequests = (vars: Readonly<Record<string, string>>): ReadonlyArray<MeasuredRequest> => [
  get("GET /byok/{id}", `/api/v1/byok/${vars["BYOK_ID"]}`, 2_000, own),
  get("GET /keys/{hash}", `/api/v1/keys/${vars["KEY_HASH"]}`, 2_000, own),
  {
    name: "PATCH /keys/{hash}",
    method: "PATCH",
    path: `/api/v1/keys/${vars["KEY_HASH"]}`,
    body: nameAndLimit,
    status: 200,
    requests: 2_000,
    bounds: own
  },
  {
    name: "POST /keys",
    method: "POST",
    path: "/api/v1/keys",
    body: nameAndLimit,
    status: 201,
    requests: 1_000,
    bounds: own
  },
  get("100 of /workspaces/{id}/members", "/api/v1/workspaces/default/members?limit=100", 800, { limit: 4 }),
  get("GET /images/models", "/api/v1/images/models", 1_000, own),
  get("GET /healthz", "/healthz", 4_000, { limit: 2 })
]

const DISTINCT = 1_000

/** The messages to send, with the nth body. They are built in advance. */
export const messagesOf = ({ body, method, path, status }: MeasuredRequest, key: string): ((n: number) => Message) => {
  const messages = Array.from({ length: body === null ? 1 : DISTINCT }, (_, n) =>
    messageOf({ method, path, key, body: body?.(n) ?? null }, status)
  )
  return (n) => messages[n % messages.length] ?? messageOf({ method, path, key }, status)
}
