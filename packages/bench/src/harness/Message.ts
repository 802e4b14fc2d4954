/** A request as it is sent, in latin1, and the expected status. */
export interface Message {
  readonly text: string
  readonly status: number
}

/** A request with a key, and a body of JSON in ASCII if it has one. */
export const messageOf = (
  request: { readonly method: string; readonly path: string; readonly key: string; readonly body?: string | null },
  status = 200
): Message => {
  const { body, key, method, path } = request
  const head = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n`
  if (body === undefined || body === null) return { text: `${head}\r\n`, status }
  return { text: `${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`, status }
}
