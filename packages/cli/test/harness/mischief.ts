import { connect } from "node:net"
import { type Operation, operations } from "@tollgate/http"
import { bodiesOf, filledWith, parametersOf, pathOf, type Target } from "@tollgate/testing"
import { Option, SchemaAST } from "effect"
import { isReset, type Sent } from "./http.js"

export interface Mischief extends Sent {
  readonly path: string
  /** Whether one field of the body has a value of the wrong kind. */
  readonly isOfField?: true
}

const ABSENT = "00000000-0000-4000-8000-000000000000"

const everywhere = (secret: string) => ({
  "X-Request-Id": secret,
  "User-Agent": secret,
  Cookie: `session=${secret}`,
  Referer: `https://app.example/?code=${secret}`,
  [`X-${secret.replace(/[^A-Za-z0-9-]/g, "-")}`]: secret
})

/** The names of the fields that an operation's body may have. */
const fieldsOf = ({ endpoint }: Operation): ReadonlyArray<string> =>
  Option.match(endpoint.payloadSchema, {
    onNone: () => [],
    onSome: ({ ast }) => SchemaAST.getPropertySignatures(SchemaAST.encodedAST(ast)).map(({ name }) => String(name))
  })

/** Three valid bodies of each operation. To sample them takes longer than to send them, so that is done once. */
const validBodies = new Map(operations.map((operation) => [operation.id, bodiesOf(operation, 3)]))

/** Bodies with a secret in one field, where another kind of value belongs. */
const fieldBodies = (operation: Operation, secret: string): ReadonlyArray<string> =>
  fieldsOf(operation).flatMap((field) => [
    JSON.stringify({ [field]: { [secret]: secret } }),
    JSON.stringify({ [field]: [secret, { secret }] }),
    JSON.stringify({ [field]: `\u0000${secret}` }),
    `{"${field}": "${secret}", "${field}": "${secret}"}`
  ])

/** Bodies with a secret as a field's name, as the value of a few, and in what is no JSON at all. */
const bodies = (operation: Operation, secret: string): ReadonlyArray<string | Buffer> => {
  if (Option.isNone(operation.endpoint.payloadSchema)) return []
  return [
    // The key that a gateway was presented.
    JSON.stringify({ key: secret, amount: 0.001, models: ["acme/writer"] }),
    JSON.stringify({ code: secret, code_verifier: secret.padEnd(43, "x").slice(0, 128) }),
    JSON.stringify({ [secret]: 1 }),
    JSON.stringify(secret),
    `{"name": "${secret}`,
    secret,
    `${`{"${secret}":`.repeat(40)}1${"}".repeat(40)}`,
    Buffer.concat([Buffer.from(`{"name": "${secret}`), Buffer.from([0xff, 0xfe]), Buffer.from('"}')])
  ]
}

/** Something that an operation's path can name, by the operation's id. */
export type Targets = Readonly<Record<string, Target>>

/** An operation's path with a secret in each of its parameters in turn, beside what the others name. */
const pathsWith = (operation: Operation, secret: string, target: Target): ReadonlyArray<string> =>
  parametersOf(operation).map((name) => pathOf(operation, { ...target, [name]: secret }))

/** The keys that open the operations. */
export interface Keys {
  readonly management: string
  readonly gateway: string
}

const about = (operation: Operation, secret: string, keys: Keys, targets: Targets): ReadonlyArray<Mischief> => {
  const { access, method } = operation
  const key = access === "gateway, else 403" ? keys.gateway : keys.management
  const headers = everywhere(secret)
  const escaped = encodeURIComponent(secret)
  const nothing = filledWith(operation, ABSENT)
  const absent = pathOf(operation, nothing)
  const strange = ["Bearer", "Basic", "bearer ", `${secret} Bearer`].map((scheme) => `${scheme} ${secret}`)
  const taken = validBodies.get(operation.id) ?? []
  const [body] = taken
  const valid = taken.length === 0 ? [{}] : taken.map((body) => ({ body }))
  const target = targets[operation.id]
  return [
    { method, path: absent, headers },
    ...strange.map((Authorization) => ({ method, path: absent, headers: { ...headers, Authorization } })),
    ...fieldBodies(operation, secret).map(
      (body) => ({ method, path: absent, key, headers, body, isOfField: true }) as const
    ),
    ...bodies(operation, secret).map((body) => ({ method, path: absent, key, headers, body })),
    ...valid.map((sent) => ({ method, path: absent, key, headers, ...sent })),
    ...(target === undefined
      ? []
      : valid.map((sent) => ({ method, path: pathOf(operation, target), key, headers, ...sent }))),
    // Asked for by the secret itself, with all else as it should be.
    ...pathsWith(operation, secret, target ?? nothing).map((path) => ({ method, path, key, headers, body })),
    { method, path: `${absent}?limit=${escaped}&offset=${escaped}&token=${escaped}`, key, headers, body },
    { method, path: absent, key, headers: { ...headers, "Content-Type": secret }, body: "{}" },
    { method, path: absent, key, headers: { ...headers, "Content-Encoding": secret }, body: "{}" }
  ]
}

/** Every way to put a secret where none belongs, in every operation and beside them. */
export const mischief = (secret: string, keys: Keys, targets: Targets): ReadonlyArray<Mischief> => [
  ...operations.flatMap((operation) => about(operation, secret, keys, targets)),
  { method: "GET", path: `/${encodeURIComponent(secret)}`, key: keys.management, headers: everywhere(secret) },
  {
    method: "TRACE",
    path: `/keys/${encodeURIComponent(secret)}`,
    key: keys.management,
    headers: everywhere(secret)
  }
]

/** What no client library sends, and what Node's parser gives up on. */
export const rawMischief = (secret: string): ReadonlyArray<string> => {
  const host = "Host: localhost\r\n"
  const authorization = `Authorization: Bearer ${secret}\r\n`
  return [
    `GET /${secret} HTTP/9.9\r\n${host}${authorization}\r\n`,
    `${secret} / HTTP/1.1\r\n${host}\r\n`,
    `GET / HTTP/1.1\r\n${host}${secret}\r\n\r\n`,
    `GET /api/v1/presets HTTP/1.1\r\n${host}${authorization}${authorization}Connection: close\r\n\r\n`,
    `GET /api/v1/presets HTTP/1.1\r\n${host}${authorization}Expect: ${secret}\r\nConnection: close\r\n\r\n`,
    `GET /api/v1/presets HTTP/1.1\r\nHost: ${secret}\r\nHost: ${secret}\r\nConnection: close\r\n\r\n`,
    `GET / HTTP/1.1\r\n${host}X: ${secret.padEnd(17_000, "x")}\r\n\r\n`,
    `GET / HTTP/1.1\r\n${host}${`X: ${secret}\r\n`.repeat(101)}Connection: close\r\n\r\n`,
    `CONNECT ${secret}:443 HTTP/1.1\r\n${host}${authorization}\r\n`,
    `POST /api/v1/auth/keys HTTP/1.1\r\n${host}${authorization}Transfer-Encoding: chunked\r\n\r\n${secret}\r\n`,
    `POST /api/v1/auth/keys HTTP/1.1\r\n${host}Content-Length: ${secret}\r\n\r\n`
  ]
}

/** Everything that comes back for some bytes until the server closes the connection. */
export const sendRaw = (url: string, bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1")
    let received = ""
    socket.setEncoding("latin1").on("data", (text: string) => {
      received += text
    })
    // A client that is refused before its body was read may get a reset.
    socket.on("error", (error) => (received === "" && !isReset(error) ? reject(error) : resolve(received)))
    socket.on("close", () => resolve(received))
    socket.write(bytes, "latin1")
  })
