/** A request that is measured, as often as it takes to see what it costs. */
export interface Asked {
  readonly name: string
  readonly method: "GET" | "PATCH"
  readonly path: string
  /** The nth body, of one that has bodies. */
  readonly body: ((n: number) => string) | null
  readonly requests: number
  /** How many times the processor time by hand ours may take, its goal, and how many times when it logs. */
  readonly bounds: { readonly limit: number; readonly goal?: number; readonly logged?: number }
}

const own = { limit: 6, goal: 4, logged: 7.5 }

/** What is asked of an account whose things bear these names. */
export const askedOf = (vars: Readonly<Record<string, string>>): ReadonlyArray<Asked> => [
  get("GET /byok/{id}", `/api/v1/byok/${vars["BYOK_ID"]}`, 2_000, own),
  get("GET /keys/{hash}", `/api/v1/keys/${vars["KEY_HASH"]}`, 2_000, own),
  {
    name: "PATCH /keys/{hash}",
    method: "PATCH",
    path: `/api/v1/keys/${vars["KEY_HASH"]}`,
    body: (n) => `{"name":"name ${n % 1000}","limit":${(n % 1000) + 0.25}}`,
    requests: 2_000,
    bounds: own
  },
  get("100 of /workspaces/{id}/members", "/api/v1/workspaces/default/members?limit=100", 800, { limit: 4 }),
  get("GET /images/models", "/api/v1/images/models", 1_000, own),
  get("GET /healthz", "/healthz", 4_000, { limit: 2 })
]

function get(name: string, path: string, requests: number, bounds: Asked["bounds"]): Asked {
  return { name, method: "GET", path, body: null, requests, bounds }
}

const DISTINCT = 1_000

/** The request as it is sent, with the nth body. They are put together beforehand. */
export const messagesOf = ({ body, method, path }: Asked, secret: string): ((n: number) => string) => {
  const head = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${secret}\r\n`
  if (body === null) return () => `${head}\r\n`
  const messages = Array.from({ length: DISTINCT }, (_, n) => {
    const text = body(n)
    return `${head}Content-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`
  })
  return (n) => messages[n % DISTINCT] ?? ""
}
